export type { RecordEntry } from '../answers/public-answers.ts'
export { RECORD_KINDS, type RecordKind } from '../answers/words.ts'
