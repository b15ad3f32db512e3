# The release that `npm run package` writes, in two steps: what builds it stays in the first.
FROM node:22-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
ARG BUILD_VERSION
RUN node server/commands/package.mjs --folder ../fanlight && mkdir ../data ../backups

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4173 DATA_DIR=/data
COPY --from=build /fanlight /fanlight
COPY --from=build --chown=node:node /data /data
COPY --from=build --chown=node:node /backups /backups
WORKDIR /fanlight
USER node
VOLUME /data
EXPOSE 4173
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/main.js", "serve"]
