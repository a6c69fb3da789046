import { Header, MediaType } from '../wire/names.ts'

/** Unknown paths and groups: Kubernetes answers with text there, and clients put their own words to it. */
export const notFoundText = (): Response => text('404 page not found\n', 404)

export const text = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { [Header.contentType]: MediaType.text, 'X-Content-Type-Options': 'nosniff' } })
