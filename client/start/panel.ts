/** The script of the admin's pages: the panel and all of the site, in one file. */
import '../styles/index.css'
import { PANEL_PAGES } from '../admin/admin-page.tsx'
import { hydratePage } from './hydrate.tsx'

hydratePage(PANEL_PAGES)
