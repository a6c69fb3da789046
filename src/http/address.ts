import { badRequest } from '../core/errors/status-error.ts'
import { Header } from '../wire/names.ts'

/** No blank and no comma, which two headers in one would have, and nothing that ends a host in a URL. */
const HOST = /^[\w.~!$&'()*+;=:[\]%-]+$/

/**
 * A request says for which host it is, and the runtime builds its URL from that (B20). Throws 400 where the two do not fit:
 * from here on the URL can be parsed, and its path is what the client asked for.
 */
export function assertAddress(request: Request): void {
  const host = request.headers.get(Header.host)
  if ((host === null || HOST.test(host)) && URL.canParse(request.url)) return
  throw badRequest('the request names no host: send one Host header, HOST or HOST:PORT')
}
