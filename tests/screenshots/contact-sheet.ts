export function contactSheet(pictures: readonly string[]): string {
  const nameOf = (picture: string) => picture.split('.', 2).join('.')
  const sections = [...new Set(pictures.map(nameOf))].map((name) => {
    const files = pictures.filter((picture) => nameOf(picture) === name)
    const links = files.map((file) => `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}"></a>`)
    return `<h2>${name}</h2>\n<p>${links.join('\n')}</p>`
  })
  return `<!doctype html>
<title>Fanlight, every screen in every state</title>
<style>
  body { font: 14px sans-serif; background: #888 }
  p { display: flex; gap: 12px; overflow-x: auto; align-items: start }
  img { height: 420px }
</style>
${sections.join('\n')}
`
}
