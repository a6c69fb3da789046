import { timingSafeEqual } from 'node:crypto'

// What the runtime of Workers brings along and Node does not.
Object.assign(globalThis, { IdentityTransformStream: TransformStream })
Object.assign(crypto.subtle, { timingSafeEqual })
