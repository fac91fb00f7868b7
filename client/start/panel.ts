/** Entry module of the admin's pages: panel and site in one bundle. */
import '../styles/index.css'
import { PANEL_PAGES } from '../admin/admin-page.tsx'
import { hydratePage } from './hydrate.tsx'

hydratePage(PANEL_PAGES)
