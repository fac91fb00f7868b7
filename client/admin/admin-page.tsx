/** The admin's pages behind their gates. */
import './styles/index.css'
import { ActivityPanel } from './activity/activity-panel.tsx'
import { SiteFiles } from './files/site-files.tsx'
import { AdminHead, TabLink } from './frame/admin-head.tsx'
import { Gate, type GateTexts } from './frame/gate.tsx'
import { BlogPanel } from './posts/blog-panel.tsx'
import { ProjectsPanel } from './projects/projects-panel.tsx'

const ADMIN: GateTexts = {
  heading: 'Admin Access',
  button: 'Access Admin Panel',
  welcome: 'Welcome to the admin panel!',
}
const BLOG: GateTexts = {
  heading: 'Blog Admin Access',
  button: 'Access Admin Panel',
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

function AdminPage() {
  return (
    <Gate texts={ADMIN}>
      <AdminHead title="Admin" />
      <ul className="gate-cards">
        {CARDS.map(([label, href, text]) => (
          <li key={href}>
            <a className="panel gate-card" href={href} target="_blank" rel="noopener">
              {label}
              <span className="visually-hidden"> (opens in a new tab)</span>
              <span className="gate-card-text">{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </Gate>
  )
}

function AdminBlogPage() {
  return (
    <Gate texts={BLOG}>
      <BlogPanel />
    </Gate>
  )
}

function AdminProjectsPage() {
  return (
    <Gate texts={PROJECTS}>
      <ProjectsPanel />
    </Gate>
  )
}

function AdminActivityPage() {
  return (
    <Gate texts={ADMIN}>
      <AdminHead
        title="Activity"
        between={
          <>
            <TabLink href="/admin/blog">Blog Admin</TabLink>
            <TabLink href="/admin/projects">Projects Admin</TabLink>
          </>
        }
      />
      <ActivityPanel />
    </Gate>
  )
}

function AdminFilesPage() {
  return (
    <Gate texts={ADMIN}>
      <AdminHead title="Files" between={<TabLink href="/admin/blog">Blog Admin</TabLink>} />
      <SiteFiles />
    </Gate>
  )
}

/** The pages of the panel, by their names in the page table. */
export const PANEL_PAGES = {
  admin: AdminPage,
  'admin-blog': AdminBlogPage,
  'admin-projects': AdminProjectsPage,
  'admin-activity': AdminActivityPage,
  'admin-files': AdminFilesPage,
}
