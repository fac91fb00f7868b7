/**
 * The table of a form's states and events, and a walk through all sequences of events in two tabs
 * of one browser: no typed text is lost, and none reaches another text's post.
 */
import { expect, it } from 'vitest'
import { ApiError } from '../../data/api-client.ts'
import { FieldTable } from './field-table.ts'
import {
  type FormEvents,
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
type Events = FormEvents<Fields, Note>

const table = new FieldTable<Fields, Note>({
  text: {
    label: 'Text',
    empty: '',
    read: ({ text }) => text,
    toSend: (text) => text.trim(),
    ifEmpty: 'Enter a text.',
  },
})
const rules = { table, nameOf: (note: Note | null) => (note ? `note:${note.id}` : 'new') }
const transitions = transitionsOf(rules)

function after<Name extends keyof Events>(state: State, name: Name, event: Events[Name]): State {
  return { ...state, ...transitions[name](state, event) }
}

const open = (version: Note | null, stored: (Unsaved<Fields> & { at: number }) | null = null) =>
  openedForm(rules, { version, stored, initial: {}, isGone: false })

const note = (text: string, revision = text): Note => ({ id: 'a', text, revision })
const type = (state: State, text: string) => after(state, 'type', { changes: { text } })
const saveOf = (state: State) => after(after(state, 'save', {}), 'send', { key: 'key' })
const OTHERS = { current: note('others'), base: note('old') }

/** A form in each of its states, with `mine` typed where something is unsaved. */
const STATES: Record<string, State> = {
  new: open(null),
  'new, unsaved': type(open(null), 'mine'),
  'being created': saveOf(type(open(null), 'mine')),
  'another text has its key': after(saveOf(type(open(null), 'mine')), 'reused', OTHERS),
  saved: open(note('old')),
  unsaved: type(open(note('old')), 'mine'),
  'being saved': saveOf(type(open(note('old')), 'mine')),
  'in conflict': after(saveOf(type(open(note('old')), 'mine')), 'conflict', OTHERS),
  gone: after(type(open(note('old')), 'mine'), 'gone', {}),
}

/** The name of a state. */
function nameOf(state: State): string {
  const { version, saving, conflict, isGone } = state
  if (conflict) return version ? 'in conflict' : 'another text has its key'
  if (saving) return version ? 'being saved' : 'being created'
  if (isGone) return 'gone'
  const name = version ? 'saved' : 'new'
  if (!table.isUnsaved(state)) return name
  return version ? 'unsaved' : 'new, unsaved'
}

const BEFORE = { ...open(note('old')), name: 'note:a' }
const UNSAVED = { revision: 'old', changes: { text: 'back' } }
const done = (merged: boolean) => ({ version: note('mine', '2'), commit: '2', at: 2, merged })

/** An event of each kind. */
const EVENTS: { [Name in keyof Events]: Events[Name] } = {
  type: { changes: { text: 'typed' } },
  save: {},
  send: { key: 'key' },
  done: done(false),
  fail: { error: new ApiError(503, 'Locked') },
  conflict: OTHERS,
  reused: { current: note('mine') },
  gone: {},
  takeTheirs: OTHERS,
  keepMine: OTHERS,
  discard: {},
  putBack: { unsaved: UNSAVED },
  undone: { before: BEFORE },
  move: { version: { ...note('old'), id: 'b' } },
}

/**
 * The table: for each state the events that can happen in it, and the state that follows. What
 * cannot happen is absent: a request that nobody sent has no answer, and what replaces the text
 * waits for the end of a save.
 */
const TABLE: Record<string, Partial<Record<keyof Events, string>>> = {
  new: { type: 'new, unsaved', save: 'being created', discard: 'new', putBack: 'new, unsaved' },
  'new, unsaved': {
    type: 'new, unsaved',
    save: 'being created',
    discard: 'new',
    putBack: 'new, unsaved',
  },
  'being created': {
    type: 'being created',
    save: 'being created',
    done: 'saved',
    fail: 'new, unsaved',
    reused: 'saved',
  },
  'another text has its key': {
    type: 'another text has its key',
    takeTheirs: 'saved',
    keepMine: 'new, unsaved',
    discard: 'new',
    putBack: 'new, unsaved',
  },
  saved: {
    type: 'unsaved',
    save: 'being saved',
    discard: 'saved',
    putBack: 'unsaved',
    undone: 'saved',
    move: 'saved',
  },
  unsaved: {
    type: 'unsaved',
    save: 'being saved',
    discard: 'saved',
    putBack: 'unsaved',
    undone: 'unsaved',
    move: 'unsaved',
  },
  'being saved': {
    type: 'being saved',
    save: 'being saved',
    done: 'saved',
    fail: 'unsaved',
    conflict: 'in conflict',
    gone: 'gone',
    undone: 'being saved',
  },
  'in conflict': {
    type: 'in conflict',
    save: 'in conflict',
    takeTheirs: 'saved',
    keepMine: 'unsaved',
    discard: 'saved',
    putBack: 'unsaved',
    undone: 'unsaved',
  },
  gone: { type: 'gone', save: 'being created', discard: 'gone', putBack: 'gone' },
}

const rows = Object.entries(TABLE).flatMap(([state, events]) =>
  Object.entries(events).map(([event, next]) => [state, event as keyof Events, next] as const),
)

it.each(rows)('a form that is %s is after the event "%s" %s', (from, event, next) => {
  const state = STATES[from]
  if (!state) throw new Error(from)
  expect(nameOf(state)).toBe(from)
  expect(nameOf(after(state, event, EVENTS[event]))).toBe(next)
})

it('the form walks through every state', () => {
  expect(Object.keys(TABLE)).toEqual(Object.keys(STATES))
})

it('what is typed stays letter by letter when it is saved, and while it is being saved', () => {
  const sent = saveOf(type(open(note('old')), 'mine \n\n'))
  expect(after(sent, 'done', done(false)).fields.text).toBe('mine \n\n')
  const typed = after(type(sent, 'mine \n\nmore'), 'done', done(false))
  expect([typed.fields.text, nameOf(typed)]).toEqual(['mine \n\nmore', 'unsaved'])
  // Typed over a merge: the next save merges again, from the same base.
  const merged = after(type(sent, 'more'), 'done', done(true))
  expect([merged.fields.text, merged.revision]).toEqual(['more', 'old'])
})

it('a form at fault sends nothing', () => {
  const state = saveOf(type(open(null), ' '))
  expect([state.faults, state.saving, state.sent]).toEqual([{ text: 'Enter a text.' }, false, null])
})

/** Tabs of one browser, the texts stored there, the server, and what can be undone. */
interface World {
  tabs: (Tab | null)[]
  /** Unsaved texts by name. */
  stored: Partial<Record<string, Unsaved<Fields>>>
  notes: Note[]
  /** All texts of each note, by its id, as git has them. */
  history: Record<string, string[]>
  /** What a key has made. */
  keys: Record<string, Note>
  /** Undo of the acts that replaced an unsaved text. */
  undos: { name: string; unsaved: Unsaved<Fields> }[]
  /** Undo of the newest save. */
  undo: { tab: number; sent: State; note: Note } | null
  /** All texts, each a letter for the piece of writing and a number for its state. */
  typed: string[]
}

interface Tab {
  state: State
  /** The stored text that this tab has read or written. */
  own: Unsaved<Fields> | null
}

const worldOf = (tabs: number): World => ({
  tabs: Array.from({ length: tabs }, () => null),
  stored: {},
  notes: [],
  history: {},
  keys: {},
  undos: [],
  undo: null,
  typed: [],
})

type Step = readonly [name: string, next: World]

/** A new letter for an empty form, else the same one with the next number. */
function nextText({ fields }: State, { typed }: World): string {
  const letters = new Set(typed.map(([letter]) => letter))
  const letter = fields.text[0] ?? 'abcdefgh'.charAt(letters.size)
  return letter + (typed.filter((text) => text.startsWith(letter)).length + 1)
}

/** The tab has this state, and stores its text as unsaved.ts does. */
function withTab(world: World, tab: number, state: State): World {
  const before = world.tabs[tab]
  const stored = { ...world.stored }
  const unsaved = unsavedOf(table, state)
  if (before && (before.state.name !== state.name || unsaved === null)) {
    if (stored[before.state.name] === before.own) delete stored[before.state.name]
  }
  if (unsaved) stored[state.name] = unsaved
  return { ...world, stored, tabs: world.tabs.with(tab, { state, own: unsaved }) }
}

/** An act that replaces the text of a tab, with its Undo. */
function replaced(world: World, tab: number, state: State): World {
  const before = world.tabs[tab]?.state
  const unsaved = before && unsavedOf(table, before)
  const next = withTab(world, tab, state)
  return unsaved ? { ...next, undos: [...next.undos, { name: before.name, unsaved }] } : next
}

/** Everything that can happen next. */
function steps(world: World): Step[] {
  const steps = world.tabs.flatMap((tab, index) => {
    if (tab) return [closed(world, index), ...stepsOf(world, index, tab.state)]
    const own = world.stored.new ?? null
    const state = open(null, own && { ...own, at: 1 })
    const next = { ...world, tabs: world.tabs.with(index, { state, own }) }
    return [[`tab ${index} opens a new note`, next] as const]
  })
  const undos = world.undos.flatMap(({ name }, index) => {
    // Undo waits for the save of the form.
    const isSaving = world.tabs.some((tab) => tab?.state.name === name && tab.state.saving)
    return isSaving ? [] : [undoneAct(world, index)]
  })
  return [...steps, ...undos, ...undoneSave(world)]
}

const closed = (world: World, tab: number): Step => [
  `tab ${tab} closes`,
  { ...world, tabs: world.tabs.with(tab, null) },
]

function undoneAct(world: World, index: number): Step {
  const { name, unsaved } = world.undos[index] ?? { name: '', unsaved: UNSAVED }
  const rest = { ...world, undos: world.undos.toSpliced(index, 1) }
  const tab = world.tabs.findIndex((open) => open?.state.name === name)
  const state = world.tabs[tab]?.state
  const step = `Undo of ${unsaved.changes.text}`
  if (state) return [step, replaced(rest, tab, after(state, 'putBack', { unsaved }))]
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
  const state = world.tabs[tab]?.state
  if (!state || state.version?.id !== note.id) return [['Undo of the save', back]]
  return [['Undo of the save', withTab(back, tab, after(state, 'undone', { before: sent }))]]
}

function stepsOf(world: World, tab: number, state: State): Step[] {
  const step = <Name extends keyof Events>(name: Name, event: Events[Name]): Step => [
    `tab ${tab}: ${name}`,
    withTab(world, tab, after(state, name, event)),
  ]
  const { sent, conflict, saving: isSaving } = state
  const text = nextText(state, world)
  const typing = { ...withTab(world, tab, type(state, text)), typed: [...world.typed, text] }
  const steps: Step[] = [[`tab ${tab} types ${text}`, typing]]
  if (sent !== null) return [...steps, ...answersOf(world, tab, state)]
  if (isSaving) return [step('send', { key: `key of ${state.fields.text}` })]
  if (conflict) {
    const chosen = (['takeTheirs', 'keepMine'] as const).map((name): Step => {
      return [`tab ${tab}: ${name}`, replaced(world, tab, after(state, name, conflict))]
    })
    return [...steps, ...chosen]
  }
  if (!table.isUnsaved(state)) return steps
  const discarded = replaced(world, tab, after(state, 'discard', {}))
  const key = `key of ${state.fields.text}`
  const sending = after(after(state, 'save', {}), 'send', { key })
  const saving: Step = [`tab ${tab} saves`, withTab(world, tab, sending)]
  return [...steps, saving, [`tab ${tab} discards`, discarded]]
}

/** The answers of the server; each of them and the request itself may be lost. */
function answersOf(world: World, tab: number, state: State): Step[] {
  const { sent, attempt } = state
  if (!sent) return []
  const fails = after(state, 'fail', { error: new ApiError(0, 'Network error occurred') })
  const steps: Step[] = [[`tab ${tab}: the request is lost`, withTab(world, tab, fails)]]
  const answer = (name: string, next: State): Step => [
    `tab ${tab}: ${name}`,
    withTab(world, tab, next),
  ]
  const { text } = sent.fields
  const { version } = sent
  const newest = world.notes.find(({ id }) => id === version?.id)
  const made = attempt && world.keys[attempt.key]
  if (version && !newest) return [...steps, answer('gone', after(state, 'gone', {}))]
  if (newest && newest.revision !== sent.revision) {
    return [...steps, answer('conflict', after(state, 'conflict', { current: newest, base: null }))]
  }
  if (made && made.text !== text) {
    return [...steps, answer('reused', after(state, 'reused', { current: made }))]
  }
  const id = version?.id ?? made?.id ?? `note ${Object.keys(world.history).length}`
  const note = { id, text, revision: text }
  const saved: World = {
    ...world,
    notes: made ? world.notes : [...world.notes.filter((old) => old !== newest), note],
    history: { ...world.history, [id]: [...(world.history[id] ?? []), text] },
    keys: attempt ? { ...world.keys, [attempt.key]: note } : world.keys,
    undo: { tab, sent: { ...state, ...sent }, note },
  }
  const done = { version: note, commit: text, at: 1, merged: false }
  return [
    ...steps,
    [`tab ${tab}: saved`, withTab(saved, tab, after(state, 'done', done))],
    [`tab ${tab}: the answer is lost`, withTab(saved, tab, fails)],
  ]
}

/** Texts that are in no form, not in this browser, not in git and in no Undo. */
function lostTexts({ tabs, stored, history, undos, typed }: World): string[] {
  const unsaved = [...Object.values(stored), ...undos.map(({ unsaved }) => unsaved)]
  const kept = new Set([
    ...tabs.map((tab) => tab?.state.fields.text),
    ...unsaved.map((text) => text?.changes.text),
    ...Object.values(history).flat(),
  ])
  return typed.filter((text) => !kept.has(text))
}

/** What a step breaks; null if nothing. */
function faultOf(name: string, before: World, next: World): string | null {
  const lost = lostTexts(next).filter((text) => !lostTexts(before).includes(text))
  // Typing changes a text. Of two tabs at one form the browser keeps the text that was typed last.
  const isOverwritten = Object.entries(before.stored).some(
    ([name, unsaved]) => next.stored[name] && lost.includes(unsaved?.changes.text ?? ''),
  )
  const isOfTwoTabs = next.tabs.length > 1 && (isOverwritten || name.endsWith('closes'))
  if (!name.includes('types') && !isOfTwoTabs && lost.length > 0) return `${lost} is lost`
  const mixed = Object.values(next.history).find((texts) => new Set(texts.map(([a]) => a)).size > 1)
  if (mixed) return `one note has the texts ${mixed}`
  const hasForeignKey = next.tabs.some((tab) => {
    const { version, conflict, fields } = tab?.state ?? {}
    return version === null && conflict && conflict.current.text[0] !== fields?.text[0]
  })
  return hasForeignKey ? 'a key has made the text of another note' : null
}

it.each([
  [1, 11],
  [2, 8],
])(
  'in %i tabs no text is lost and no note gets another’s, in any order of %i events',
  (tabs, length) => {
    let front = [{ world: worldOf(tabs), path: '' }]
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
  },
)
