/** Resolves in a later turn of the event loop: requests that wait are served before. */
export const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
