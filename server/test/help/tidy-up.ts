/** Runs before each file: the files of a worker share modules, whose hooks are the first one's. */
import { afterEach } from 'vitest'
import { runCleanUps } from '../at-end.ts'

afterEach(runCleanUps)
