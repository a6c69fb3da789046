import { prepareCreate } from '../../core/write/create.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import type { ScopeStore } from '../store/scope-store.ts'
import { definitionFor } from '../verbs/object-call.ts'

/** What Kubernetes' controllers put into every namespace; made with `NAMESPACE_OBJECTS=kubernetes` (N12). */
const DEFAULT_CONTENT: readonly [resource: string, object: KubernetesObject][] = [
  ['serviceaccounts', { metadata: { name: 'default' } }],
  [
    'configmaps',
    {
      metadata: {
        name: 'kube-root-ca.crt',
        annotations: {
          'kubernetes.io/description': 'The certificate that this server answers with is trusted by its kubeconfig.',
        },
      },
      data: { 'ca.crt': '' },
    },
  ],
]

export function createDefaultContent(store: ScopeStore): void {
  store.transaction((tx) => {
    for (const [resource, object] of DEFAULT_CONTENT) {
      const definition = definitionFor(tx, { resource })
      if (tx.read(definition, object.metadata.name ?? '')) continue
      tx.create(definition, prepareCreate(definition, object, tx.scope.namespace, tx.env))
    }
  })
}
