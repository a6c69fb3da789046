/** What a stream tells of itself. */
export interface StreamListener {
  /** The server has accepted; events follow. */
  opened(): void
  /** Gets one event as JSON text. What it throws ends the stream. */
  text(text: string): void
}
