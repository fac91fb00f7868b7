/** Entry module of visitors' pages. */
import '../styles/index.css'
import { hydratePage } from './hydrate.tsx'

// A separate task, so that parsing and hydration are not one long task.
setTimeout(hydratePage, 0, {})
