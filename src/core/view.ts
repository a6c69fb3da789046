/** How an object is shown: whole, as a row of a Table, or its metadata alone. */
export interface View {
  form: 'object' | 'Table' | 'PartialObjectMetadata'
  /** of a Table: what its rows carry */
  includeObject: IncludeObject
  /** of Table and PartialObjectMetadata: in which version of their group they are asked for; v1 by default */
  metaVersion?: MetaVersion | undefined
}

export const META_VERSIONS = ['v1', 'v1beta1'] as const
export type MetaVersion = (typeof META_VERSIONS)[number]

export const INCLUDE_OBJECT = ['None', 'Metadata', 'Object'] as const
export type IncludeObject = (typeof INCLUDE_OBJECT)[number]

/** What is shown where nothing else is asked for. */
export const WHOLE: View = { form: 'object', includeObject: 'Metadata' }
