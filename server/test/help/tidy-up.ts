/**
 * Vitest runs this before each file. The files of a worker share their modules, so a module cannot
 * register a hook for more than the first of them.
 */
import { afterEach } from 'vitest'
import { runCleanUps } from '../at-end.ts'

afterEach(runCleanUps)
