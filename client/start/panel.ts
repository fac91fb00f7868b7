/** The script of the admin's pages: the panel and all of the site, one file like that of visitors. */
import '../styles/index.css'
import { PANEL_PAGES } from '../admin/admin-page.tsx'
import { hydratePage } from './hydrate.tsx'

// Without scripts the panel has nothing to use, so there is nothing to wait for.
hydratePage(PANEL_PAGES)
