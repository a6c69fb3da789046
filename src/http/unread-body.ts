/** So much of a refused body is read and thrown away, and so long, before the connection is given up. */
const MAX_DISCARDED_BYTES = 67_108_864
const MAX_DISCARD_MS = 5_000

/**
 * An answer that is sent before its request's body was read. Were the connection closed then, the client, which is still
 * sending, would see it break and never the answer. So the answer goes out at once, but ends only when the rest of the body
 * was thrown away.
 */
export function answerBeforeBody(answer: Response, unread: ReadableStream<Uint8Array>): Response {
  // still being read, for an answer that nobody waits for any more (B22)
  if (unread.locked) return answer
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const send = async () => {
    const writer = writable.getWriter()
    await writer.write(new Uint8Array(await answer.arrayBuffer()))
    await discard(unread)
    await writer.close()
  }
  send().catch(() => {})
  return new Response(readable, answer)
}

/** Throws away what comes, within bounds. Never rejects. */
async function discard(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader()
  const { promise: tooLong, resolve } = Promise.withResolvers<{ done: true; value?: undefined }>()
  const timer = setTimeout(() => resolve({ done: true }), MAX_DISCARD_MS)
  try {
    for (let left = MAX_DISCARDED_BYTES; left > 0;) {
      const { done, value } = await Promise.race([reader.read(), tooLong])
      if (done) return
      left -= value.byteLength
    }
  } catch {
    // The client is gone.
  } finally {
    clearTimeout(timer)
    await reader.cancel().catch(() => {})
  }
}
