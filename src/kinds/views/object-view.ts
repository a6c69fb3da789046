import { parseJson } from '../../core/json/json.ts'
import { type ObjectText, toWireObject, typeMetaPrefix } from '../../core/object-text.ts'
import { apiVersionOf, type ResourceDefinition } from '../../core/resource-definition.ts'
import type { IncludeObject, MetaVersion, View } from '../../core/view.ts'
import { META_GROUP } from '../../wire/names.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { columnDefinitions, tableRow } from './table/table.ts'

/** How the objects of one resource look in one view: as an answer, as the object of an event, in a list. All is JSON. */
export interface ObjectView {
  /** Equal keys give equal texts for equal objects of a resource. */
  readonly key: string
  /** One object, with its kind. A Table tells its columns where `withColumns` is set, else null in their place. */
  show(text: ObjectText, withColumns: boolean): string
  readonly list: ListShape
}

export interface ListShape {
  /** `{"kind":…,"apiVersion":…,` and what else comes before the objects */
  head: string
  /** the member that holds them */
  member: 'items' | 'rows'
  /** stored texts with commas between them → the same as they stand in the list */
  show(texts: string): string
}

/** `now` is in milliseconds since the Unix epoch: a Table shows ages. */
export function objectView(definition: ResourceDefinition, view: View, now: () => number): ObjectView {
  switch (view.form) {
    case 'object':
      return wholeView(definition)
    case 'PartialObjectMetadata':
      return metadataView(metaPrefixes(view.metaVersion))
    case 'Table':
      return tableView(definition, view, now)
  }
}

const typeMetaOf = (definition: ResourceDefinition) => typeMetaPrefix(apiVersionOf(definition), definition.kind)

/** The stored text is what is shown: nothing is parsed. */
function wholeView(definition: ResourceDefinition): ObjectView {
  const typeMeta = typeMetaOf(definition)
  return {
    key: 'object',
    show: (text) => toWireObject(typeMeta, text),
    list: {
      head: typeMetaPrefix(apiVersionOf(definition), `${definition.kind}List`),
      member: 'items',
      show: (texts) => texts,
    },
  }
}

/** How the kinds of `meta.k8s.io` begin, in the version that is asked for. */
function metaPrefixes(version: MetaVersion = 'v1') {
  const prefix = (kind: string) => typeMetaPrefix(`${META_GROUP}/${version}`, kind)
  return {
    version,
    table: prefix('Table'),
    partial: prefix('PartialObjectMetadata'),
    partialList: prefix('PartialObjectMetadataList'),
  }
}

type MetaPrefixes = ReturnType<typeof metaPrefixes>

const metadataOf = (prefix: string, { metadata }: KubernetesObject) =>
  toWireObject(prefix, JSON.stringify({ metadata }))

const metadataView = ({ version, partial, partialList }: MetaPrefixes): ObjectView => ({
  key: `metadata/${version}`,
  show: (text) => metadataOf(partial, parseStored(text)),
  list: {
    head: partialList,
    member: 'items',
    show: (texts) =>
      parseAll(texts)
        .map((object) => metadataOf(partial, object))
        .join(','),
  },
})

function tableView(
  definition: ResourceDefinition,
  { includeObject: include, metaVersion }: View,
  now: () => number,
): ObjectView {
  const { version, table, partial } = metaPrefixes(metaVersion)
  const typeMeta = typeMetaOf(definition)
  const columns = JSON.stringify(columnDefinitions(definition))
  const included: Record<IncludeObject, (object: KubernetesObject) => string> = {
    None: () => 'null',
    Metadata: (object) => metadataOf(partial, object),
    Object: (object) => toWireObject(typeMeta, JSON.stringify(object)),
  }
  const row = (object: KubernetesObject) =>
    `{"cells":${JSON.stringify(tableRow(definition, object, now()).cells)},"object":${included[include](object)}}`
  return {
    key: `table/${include}/${version}`,
    show(text, withColumns) {
      const object = parseStored(text)
      const metadata = JSON.stringify({ resourceVersion: object.metadata.resourceVersion })
      return `${table}"metadata":${metadata},"columnDefinitions":${withColumns ? columns : 'null'},"rows":[${row(object)}]}`
    },
    list: {
      head: `${table}"columnDefinitions":${columns},`,
      member: 'rows',
      show: (texts) => parseAll(texts).map(row).join(','),
    },
  }
}

/** A stored object, parsed. */
export const parseStored = (text: ObjectText): KubernetesObject => parseJson(text) as unknown as KubernetesObject

/** Stored objects with commas between their texts, parsed. */
export const parseAll = (texts: string): KubernetesObject[] => parseJson(`[${texts}]`) as unknown as KubernetesObject[]
