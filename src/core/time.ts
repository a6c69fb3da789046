/** Milliseconds since the Unix epoch as RFC 3339 in UTC, whole seconds: `2026-11-29T16:40:00Z`. The fraction is cut. */
export const formatTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, -5)}Z`
