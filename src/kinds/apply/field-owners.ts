/** Who owns which field of an object: what the writes of a scope call. */
export { parseAppliedObject } from './applied-object.ts'
export { type AppliedWrite, applyConfiguration } from './apply-configuration.ts'
export { sameButTimes } from './same-but-times.ts'
export { type TrackedUpdate, trackUpdate } from './track-update.ts'
