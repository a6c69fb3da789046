// so that vitest does not take the configuration of a folder above
export default {}
