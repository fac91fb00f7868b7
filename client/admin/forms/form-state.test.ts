/** All orders of events in tabs: no typed text is lost, and none reaches the post of another. */
import { expect, it } from 'vitest'
import { ApiError } from '../../data/api-client.ts'
import { FieldTable } from './field-table.ts'
import {
  type FormModelState,
  openedForm,
  transitionsOf,
  type Unsaved,
  unsavedOf,
} from './form-state.ts'

interface Fields {
  text: string
}

interface Note {
  id: string
  text: string
  revision: string
}

type State = FormModelState<Fields, Note>

const table = new FieldTable<Fields, Note>({ text: { label: 'Text' } })
const rules = { table, nameOf: (note: Note | null) => (note ? `note:${note.id}` : 'new') }
const on = transitionsOf(rules)

const after = (state: State, change: Partial<State>): State => ({ ...state, ...change })
const open = (version: Note | null, stored: Unsaved<Fields> | null = null) =>
  openedForm(rules, { version }, stored && { ...stored, at: 1 })
const type = (state: State, text: string) => after(state, on.type(state, { text }))
const save = (state: State) => after(state, on.save(state))
const send = (state: State, key: string) => after(state, on.send(state, key))

it('typed during a save that was merged, the text is merged again, from the same base', () => {
  const sent = send(save(type(open({ id: 'a', text: 'old', revision: '1' }), 'mine')), 'key')
  const merged = { id: 'a', text: 'mine, theirs', revision: '2' }
  const done = on.done(type(sent, 'more'), merged, true, { commit: '2', at: 2 })
  expect(after(sent, done)).toMatchObject({ revision: '1', version: { text: 'old' } })
})

it('typed on after a lost answer, the text is in no conflict with what it had sent', () => {
  const lost = new ApiError(0, 'Network error occurred')
  const open1 = open({ id: 'a', text: 'old', revision: '1' })
  const sent = send(save(type(open1, 'sent')), 'key')
  const state = type(after(sent, on.fail(sent, lost)), 'old')
  const current = { id: 'a', text: 'sent', revision: '2' }
  const next = { revision: '2', saving: true, conflict: null, fields: { text: 'old' } }
  expect(on.conflict(state, { current, base: null })).toMatchObject(next)
  const other = { ...current, text: 'theirs' }
  expect(on.conflict(state, { current: other, base: null })).toMatchObject({ saving: false })
})

/** Tabs of one browser, the texts stored there, the server, and what can be undone. */
interface World {
  /** The form of each tab; null while it is closed. */
  tabs: (State | null)[]
  stored: Partial<Record<string, Unsaved<Fields>>>
  notes: Note[]
  history: Record<string, string[]>
  /** What a key was sent with, and what it has made. */
  keys: Record<string, { text: string; note: Note }>
  /** Undo of the acts that replaced an unsaved text. */
  undos: { name: string; unsaved: Unsaved<Fields> }[]
  undo: { tab: number; sent: State; note: Note } | null
  /** All texts, each a letter for the piece of writing and a number for its state. */
  typed: string[]
}

type Step = readonly [name: string, next: World]

/** A new letter for an empty form, else the same one with the next number. */
function nextText({ fields }: State, { typed }: World): string {
  const letters = new Set(typed.map(([letter]) => letter))
  const letter = fields.text[0] ?? 'abcdefgh'.charAt(letters.size)
  return letter + (typed.filter((text) => text.startsWith(letter)).length + 1)
}

/** The tab has this state, and stores its text as use-form.ts does. */
function withTab(world: World, tab: number, state: State): World {
  const stored = { ...world.stored }
  const before = world.tabs[tab]?.name
  if (before && before !== state.name) delete stored[before]
  const unsaved = unsavedOf(table, state)
  if (unsaved) stored[state.name] = unsaved
  else delete stored[state.name]
  const tabs = world.tabs.with(tab, state)
  for (const other of tabs) {
    const removed = other && !stored[other.name] && unsavedOf(table, other)
    if (removed) stored[other.name] = removed
  }
  return { ...world, stored, tabs }
}

function replaced(world: World, tab: number, state: State): World {
  const before = world.tabs[tab]
  const unsaved = before && unsavedOf(table, before)
  const next = withTab(world, tab, state)
  return unsaved ? { ...next, undos: [...next.undos, { name: before.name, unsaved }] } : next
}

function steps(world: World): Step[] {
  const steps = world.tabs.flatMap((state, tab): Step[] => {
    const withForm = (form: State | null) => ({ ...world, tabs: world.tabs.with(tab, form) })
    if (state) return [[`tab ${tab} closes`, withForm(null)], ...stepsOf(world, tab, state)]
    return [[`tab ${tab} opens a new note`, withForm(open(null, world.stored.new))]]
  })
  // Undo waits for the save of the form.
  const isSaving = (name: string) => world.tabs.some((tab) => tab?.name === name && tab.saving)
  const undos = world.undos.filter(({ name }) => !isSaving(name))
  return [...steps, ...undos.map((undo) => undoneAct(world, undo)), ...undoneSave(world)]
}

function undoneAct(world: World, undo: World['undos'][number]): Step {
  const { name, unsaved } = undo
  const rest = { ...world, undos: world.undos.filter((other) => other !== undo) }
  const tab = world.tabs.findIndex((open) => open?.name === name)
  const state = world.tabs[tab]
  const step = `Undo of ${unsaved.changes.text}`
  if (state) return [step, replaced(rest, tab, after(state, on.putBack(state, unsaved)))]
  const other = rest.stored[name]
  const undos = other ? [...rest.undos, { name, unsaved: other }] : rest.undos
  return [step, { ...rest, undos, stored: { ...rest.stored, [name]: unsaved } }]
}

/** Undo of a save, in the tab that has saved. */
function undoneSave({ undo, ...world }: World): Step[] {
  if (!undo) return []
  const { tab, sent, note } = undo
  const { version } = sent
  const others = world.notes.filter(({ id }) => id !== note.id)
  const back = { ...world, undo: null, notes: version ? [...others, version] : others }
  const state = world.tabs[tab]
  if (state?.version?.id !== note.id) return [['Undo of the save', back]]
  return [['Undo of the save', withTab(back, tab, after(state, on.undone(state, sent)))]]
}

function stepsOf(world: World, tab: number, state: State): Step[] {
  const text = nextText(state, world)
  const typing = { ...withTab(world, tab, type(state, text)), typed: [...world.typed, text] }
  const steps: Step[] = [[`tab ${tab} types ${text}`, typing]]
  const key = `key of ${state.fields.text}`
  if (state.sent) return [...steps, ...answersOf(world, tab, state)]
  if (state.saving) return [[`tab ${tab} sends`, withTab(world, tab, send(state, key))]]
  const act = (name: 'takeTheirs' | 'keepMine' | 'discard'): Step => [
    `tab ${tab}: ${name}`,
    replaced(world, tab, after(state, on[name](state))),
  ]
  if (state.conflict) return [...steps, act('takeTheirs'), act('keepMine')]
  if (!table.isUnsaved(state)) return steps
  return [
    ...steps,
    [`tab ${tab} saves`, withTab(world, tab, send(save(state), key))],
    act('discard'),
  ]
}

/** The answers of the server; each of them and the request itself may be lost. */
function answersOf(world: World, tab: number, state: State): Step[] {
  const { sent, key } = state
  if (!sent) return []
  const lost = after(state, on.fail(state, new ApiError(0, 'Network error occurred')))
  const steps: Step[] = [[`tab ${tab}: the request is lost`, withTab(world, tab, lost)]]
  const answer = (name: string, change: Partial<State>): Step[] => [
    ...steps,
    [`tab ${tab}: ${name}`, withTab(world, tab, after(state, change))],
  ]
  const { version } = sent
  const { text } = sent.fields
  const newest = world.notes.find(({ id }) => id === version?.id)
  const made = key === null ? undefined : world.keys[key]
  if (version && !newest) return answer('gone', on.gone(state))
  if (newest && newest.revision !== sent.revision) {
    return answer('conflict', on.conflict(state, { current: newest, base: null }))
  }
  if (made && made.text !== text) {
    const current = world.notes.find(({ id }) => id === made.note.id)
    const refused = new ApiError(422, 'Used', { code: 'idempotency_key_reused' })
    return answer('the key was used', current ? on.reused(state, current) : on.fail(state, refused))
  }
  const id = version?.id ?? made?.note.id ?? `note ${Object.keys(world.history).length}`
  const note = made?.note ?? { id, text, revision: text }
  const saved: World = {
    ...world,
    notes: made ? world.notes : [...world.notes.filter((old) => old !== newest), note],
    history: made
      ? world.history
      : { ...world.history, [id]: [...(world.history[id] ?? []), text] },
    keys: key ? { ...world.keys, [key]: { text, note } } : world.keys,
    undo: { tab, sent: { ...state, ...sent }, note },
  }
  const done = after(state, on.done(state, note, false, { commit: text, at: 1 }))
  return [
    ...steps,
    [`tab ${tab}: saved`, withTab(saved, tab, done)],
    [`tab ${tab}: the answer is lost`, withTab(saved, tab, lost)],
  ]
}

/** Texts that are in no form, not in this browser, not in git and in no Undo. */
function lostTexts({ tabs, stored, history, undos, typed }: World): string[] {
  const unsaved = [...Object.values(stored), ...undos.map(({ unsaved }) => unsaved)]
  const kept = new Set([
    ...tabs.map((state) => state?.fields.text),
    ...unsaved.map((text) => text?.changes.text),
    ...Object.values(history).flat(),
  ])
  return typed.filter((text) => !kept.has(text))
}

function faultOf(name: string, before: World, next: World): string | null {
  const lost = lostTexts(next).filter((text) => !lostTexts(before).includes(text))
  // Typing changes a text. Of two tabs at one form the browser keeps the last change.
  const isKept = next.tabs.length > 1 || name.includes('types')
  if (!isKept && lost.length > 0) return `${lost} is lost`
  const mixed = Object.values(next.history).find((texts) => new Set(texts.map(([a]) => a)).size > 1)
  return mixed ? `one note has the texts ${mixed}` : null
}

it.each([
  [1, 11],
  [2, 8],
])('in %i tabs no order of %i events loses a text or gives it to another note', (tabs, length) => {
  const world: World = {
    tabs: Array.from({ length: tabs }, () => null),
    stored: {},
    notes: [],
    history: {},
    keys: {},
    undos: [],
    undo: null,
    typed: [],
  }
  let front = [{ world, path: '' }]
  const seen = new Set<string>()
  for (let depth = 0; depth < length; depth += 1) {
    const next: typeof front = []
    for (const { world, path } of front) {
      for (const [name, reached] of steps(world)) {
        const key = JSON.stringify(reached)
        if (seen.has(key)) continue
        seen.add(key)
        expect(faultOf(name, world, reached), `${path}, ${name}`).toBeNull()
        next.push({ world: reached, path: `${path}, ${name}` })
      }
    }
    front = next
  }
})
