/** The script of visitors' pages. They work without it, so it waits until the browser is idle. */
import '../styles/index.css'
import { browserIdle, hydratePage } from './hydrate.tsx'

void browserIdle().then(() => hydratePage({}))
