/**
 * Entry module of the admin's pages, and of all pages while there is a session (before-paint.ts):
 * panel and site in one bundle.
 */
import '../styles/index.css'
import { PANEL_PAGES } from '../admin/admin-page.tsx'
import { listenToKeys } from '../admin/frame/panel-keys.ts'
import { CheckIn } from '../admin/posts/quick-post.tsx'
import { hydratePage } from './hydrate.tsx'

hydratePage(PANEL_PAGES, CheckIn)
listenToKeys()
