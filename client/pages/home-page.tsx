/** The blog: featured posts, chips, the streak, recent essays and shorts, links. */

import { type PageProps, useApp } from '../app-context.ts'
import { FeaturedPosts } from '../components/featured-posts.tsx'
import { StreakPanel } from '../components/figures/streak-panel.tsx'
import { PageHeading } from '../components/frame/page-heading.tsx'
import { LinkPosts } from '../components/link-posts.tsx'
import { RecentPosts } from '../components/recent-posts.tsx'
import { listAddressOf } from '../data/list-address.ts'

export function HomePage({ search }: PageProps) {
  const { site } = useApp()
  const address = listAddressOf(search)
  return (
    <div className="home">
      <div className="home-head">
        <PageHeading title="Blog">
          <p dir="auto">{site.description}</p>
        </PageHeading>
        <FeaturedPosts />
      </div>
      <StreakPanel />
      <div className="home-lists">
        <RecentPosts address={address} />
        <LinkPosts address={address} />
      </div>
      <a className="admin-link" href="/admin">
        admin
      </a>
    </div>
  )
}
