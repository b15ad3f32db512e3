import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { User } from '#core/contract/account.ts'
import { buttonClass } from '#ui/basics/button.tsx'
import { ChartLineIcon, LayersIcon, SparklesIcon } from '#ui/icons/icon.tsx'
import styles from './home-views.module.css'
import nightHouse from './night-house.svg'

export function Welcome({ user }: { user: User }) {
  return (
    <Hero title={`Welcome back, ${user.first_name || user.username}!`}>
      <Link className={buttonClass({ variant: 'primary', size: 'large' })} to="/dashboard">
        Go to Dashboard
      </Link>
      <Link className={buttonClass({ size: 'large' })} to="/my-listings">
        My Listings
      </Link>
      <Link className={buttonClass({ size: 'large' })} to="/clients">
        My Clients
      </Link>
    </Hero>
  )
}

export function GuestHome() {
  return (
    <Hero title="Every door you open today, in one place.">
      <Link className={buttonClass({ variant: 'primary', size: 'large' })} to="/register">
        Get Started
      </Link>
      <a className={buttonClass({ size: 'large' })} href="/questionnaire">
        Take Survey
      </a>
      <Link className={buttonClass({ variant: 'quiet', size: 'large' })} to="/login">
        Sign In
      </Link>
    </Hero>
  )
}

function Hero({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.home}>
      <div className={styles.hero}>
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>
            The intelligent command center for top-performing realtors. It keeps working where the signal stops.
          </p>
          <div className={styles.buttons}>{children}</div>
        </div>
        {/* A separate file: it loads after the text and is not part of the script. */}
        <svg className={styles.art} aria-hidden focusable={false}>
          <use href={`${nightHouse}#house`} />
        </svg>
      </div>
      <section className={styles.blurbs} aria-label="What it does">
        <Blurb icon={<SparklesIcon size={26} />} title="AI-Powered Intelligence">
          Proposes tour times and the order of stops, and says why.
        </Blurb>
        <Blurb icon={<LayersIcon size={26} />} title="Everything in One Place">
          Listings, clients, showings, open houses and tours on one device.
        </Blurb>
        <Blurb icon={<ChartLineIcon size={26} />} title="Generate Insights & Reports">
          Weekly numbers for every listing, ready to show the seller.
        </Blurb>
      </section>
    </div>
  )
}

function Blurb({ icon, title, children }: { icon: ReactNode; title: string; children: string }) {
  return (
    <article className={styles.blurb}>
      <span className={styles.icon}>{icon}</span>
      <h2>{title}</h2>
      <p>{children}</p>
    </article>
  )
}
