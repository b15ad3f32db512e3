/** What proves to the server who is asking, beside the cookie that the browser adds by itself. */
export type Credentials = {
  /** The value of the `csrftoken` cookie. */
  antiForgery: string | null
  /** A bearer token, on servers that give one. */
  bearer: string | null
}

/** Where a context finds its credentials: the page in cookie and local storage, the worker in what the page left for it. */
export type CredentialSource = () => Credentials
