import { formatScopeName, type ScopeName } from '../core/scope-name.ts'
import { createEntry, type Entry } from '../http/entry.ts'
import { builtInRegistry } from '../kinds/built-in.ts'
import { environment } from '../objects/environment.ts'
import type { Bindings, ScopeObject } from '../objects/scope-object.ts'
import { FAULTS_KEY, FAULTS_PATH, type FaultCommand } from '../wire/faults.ts'
import { parseFaultCommand } from './command.ts'
import type { FaultyScopeObject } from './faulty-scope-object.ts'
import { currentStage, nextStage, type Stage } from './stage.ts'
import { whenOpen, whenQuiet } from './traffic.ts'

export { FaultyScopeObject as ScopeObject } from './faulty-scope-object.ts'
export { TrueTime } from '../objects/standstill.ts'

interface TestBindings extends Bindings {
  /** Made anew for each start; who knows it may switch faults on. Without one nobody may. */
  [FAULTS_KEY]?: string
}

const entries = new WeakMap<Stage, Entry>()

/** The real Worker, for the control plane of a stage. */
function entryOf(stage: Stage): Entry {
  const known = entries.get(stage)
  if (known) return known
  const made = createEntry(environment, builtInRegistry, stage.plane)
  entries.set(stage, made)
  return made
}

/** The Worker of a server for tests: the real one, with faults that can be switched on. No deployment has it. */
export default {
  async fetch(request, bindings: TestBindings, context) {
    if (mayCommand(request, bindings)) return command(request, bindings)
    const [answer, { delayMs }] = await whenOpen(async () => {
      const stage = currentStage()
      return [await entryOf(stage).fetch(request, bindings, context), stage] as const
    })
    if (delayMs > 0) await scheduler.wait(delayMs)
    return answer
  },
  connect: () => entryOf(currentStage()).connect(),
} satisfies Entry

function mayCommand({ method, url }: Request, { [FAULTS_KEY]: key }: TestBindings): boolean {
  return method === 'POST' && Boolean(key) && URL.parse(url)?.pathname === FAULTS_PATH + key
}

async function command(request: Request, bindings: TestBindings): Promise<Response> {
  const given = parseFaultCommand(await request.text().catch(() => ''))
  return 'wrong' in given ? new Response(`${given.wrong}\n`, { status: 400 }) : obey(given, bindings)
}

async function obey(given: FaultCommand, bindings: TestBindings): Promise<Response> {
  const stage = currentStage()
  switch (given.fault) {
    case 'cut-watches':
      await whenQuiet(() => atEach(bindings, stage, (object, scope) => object.cutWatches(scope).catch(passOver)))
      break
    case 'expire-history':
      await atEach(bindings, stage, (object, scope) => object.expireHistory(scope))
      break
    case 'conflict-next':
      stage.conflicts = given.writes
      break
    case 'delay':
      stage.delayMs = given.ms
      break
    case 'reset':
      await whenQuiet(() => {
        const old = nextStage(environment.now())
        return atEach(bindings, old, (object) => object.abandon().catch(passOver))
      })
      break
  }
  return new Response(null, { status: 204 })
}

/** An object that ends does not answer. */
const passOver = () => {}

/** At each scope object that was used on this stage. */
async function atEach(
  bindings: TestBindings,
  { scopes }: Stage,
  run: (object: Pick<FaultyScopeObject, 'cutWatches' | 'expireHistory' | 'abandon'>, scope: ScopeName) => Promise<void>,
): Promise<void> {
  const { SCOPES } = bindings as { SCOPES: DurableObjectNamespace<FaultyScopeObject & ScopeObject> }
  await Promise.all(
    [...scopes.values()].map(({ scope }) => run(SCOPES.get(SCOPES.idFromName(formatScopeName(scope))), scope)),
  )
}
