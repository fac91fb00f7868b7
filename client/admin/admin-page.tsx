/** The admin's pages behind their gates. */
import './styles/index.css'
import type { ComponentType } from 'react'
import { OutLink } from '../components/frame/out-link.tsx'
import { ActivityPanel } from './activity/activity-panel.tsx'
import { FilesPanel } from './files/files-panel.tsx'
import { Gate, type GateTexts } from './frame/gate.tsx'
import { PanelHead } from './frame/panel-head.tsx'
import { PostsPanel } from './posts/posts-panel.tsx'
import { ProjectsPanel } from './projects/projects-panel.tsx'

const ADMIN: GateTexts = {
  heading: 'Admin Access',
  button: 'Access Admin Panel',
  welcome: 'Welcome to the admin panel!',
}
const BLOG: GateTexts = {
  ...ADMIN,
  heading: 'Blog Admin Access',
  welcome: 'Welcome to the blog admin panel!',
}
const PROJECTS: GateTexts = {
  heading: 'Projects Admin Access',
  button: 'Access Projects Admin',
  welcome: 'Welcome to the projects admin panel!',
}

const CARDS = [
  ['Blog Admin', '/admin/blog', 'Write, edit, schedule and feature posts.'],
  ['Projects Admin', '/admin/projects', 'Set deadlines, move them with a reason, finish them.'],
] as const

function Chooser() {
  return (
    <>
      <PanelHead title="Admin" />
      <ul className="cards">
        {CARDS.map(([label, href, text]) => (
          <li key={href}>
            <OutLink className="box gate-card" href={href} rel="noopener">
              <strong>{label}</strong>
              <span className="muted">{text}</span>
            </OutLink>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A page of the panel behind its gate. */
function gated(texts: GateTexts, Panel: ComponentType) {
  return function PanelPage() {
    return (
      <Gate texts={texts}>
        <Panel />
      </Gate>
    )
  }
}

/** The pages of the panel, by their names in the page table. */
export const PANEL_PAGES = {
  admin: gated(ADMIN, Chooser),
  'admin-blog': gated(BLOG, PostsPanel),
  'admin-projects': gated(PROJECTS, ProjectsPanel),
  'admin-files': gated(ADMIN, FilesPanel),
  'admin-activity': gated(ADMIN, ActivityPanel),
}
