/** The script of the admin's pages: the panel and all of the site, in one file. */
import '../styles/index.css'
import type { ComponentType } from 'react'
import { PANEL_PAGES } from '../admin/admin-page.tsx'
import type { PageProps } from '../app-context.ts'
import { OWN_SCRIPT_PAGES } from '../pages/own-script-pages.ts'
import { hydratePage } from './hydrate.tsx'

const PAGES: Record<string, ComponentType<PageProps>> = { ...PANEL_PAGES, ...OWN_SCRIPT_PAGES }

void hydratePage(async (name) => PAGES[name])
