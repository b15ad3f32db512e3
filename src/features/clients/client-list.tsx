import { Link } from '@tanstack/react-router'
import { memo, type ReactNode, useId } from 'react'
import { type ClientListSearch, readClientListSearch, clientFilters } from '#core/domain/clients/client-list-search.ts'
import { NoDataState, type LoadState, useLoadState } from '#records/states/load-state.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { EmptyState, Skeleton } from '#ui/lists/placeholders.tsx'
import { SearchNothingIcon, UserPlusIcon, UsersIcon, PhoneIcon, TrashIcon } from '#ui/icons/icon.tsx'
import { ListHeader, SortButtons, ToggleSort } from '#ui/lists/list-header.tsx'
import { Pagination } from '#ui/lists/pagination.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import styles from './clients.module.css'
import { useClients, type ClientsOnDevice, useClientDeletion } from './use-clients.ts'
import { clientInitials, clientName } from '#core/domain/clients/client-rules.ts'
import { ContactLink } from '#records/people/contact-link.tsx'
import { recordIdInUrl } from '#records/record-address.ts'
import type { ClientRow } from '#storage/database/rows.ts'
import { useOutboxMark } from '#storage/device/device-context.tsx'
import { Avatar } from '#ui/basics/avatar.tsx'
import { Badge, SyncMark } from '#ui/feedback/badge.tsx'
import { Card } from '#ui/layout/card.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { stretchedLink, linkContainer } from '#ui/layout/stretched-link.ts'
import { EmailText } from '#ui/basics/email-text.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { formatCount } from '#core/format/numbers.ts'

type ClientCardProps = {
  client: ClientRow
  onDelete: (client: ClientRow) => void
}

/** Memoized, so that typing in the search does not render every card again. */
const ClientCard = memo(function ClientCard({ client, onDelete }: ClientCardProps) {
  const headingId = useId()
  const mark = useOutboxMark('client', client.key)
  const name = clientName(client)
  return (
    <Card
      element="article"
      className={classNames(styles.card, linkContainer)}
      aria-labelledby={headingId}
      isUnsent={mark !== null}
    >
      <div className={styles.who}>
        <Avatar initials={clientInitials(client)} />
        <div className={styles.rowWords}>
          <h2 className={styles.name} id={headingId}>
            {name}
          </h2>
          <p className={styles.rowContact}>
            <EmailText>{client.email}</EmailText>
          </p>
          {client.phone_number && <p className={styles.rowContact}>{client.phone_number}</p>}
        </div>
        <div className={styles.marks}>
          {mark !== null && <SyncMark state={mark} />}
          <Badge>{client.category ?? 'Buyer'}</Badge>
        </div>
      </div>
      <div className={styles.actions}>
        <Link
          to="/clients/$clientId"
          params={{ clientId: recordIdInUrl(client) }}
          className={buttonClass({ className: stretchedLink })}
          aria-label={`View ${name}`}
        >
          View
        </Link>
        <ContactLink by="Call" client={client} className={buttonClass()}>
          <PhoneIcon size={18} />
          Call
        </ContactLink>
        <ContactLink by="Text" client={client} className={buttonClass()} />
        <IconButton className={styles.delete} label={`Delete ${name}`} danger onClick={() => onDelete(client)}>
          <TrashIcon />
        </IconButton>
      </div>
    </Card>
  )
})

type ClientListProps = {
  shown: ClientListSearch
  /** `replace` while the agent types, so that *Back* does not undo single letters. */
  onShow: (shown: ClientListSearch, options: { replace: boolean }) => void
  /** The card *Call next*, shown above the first page unless the list is filtered. */
  callNext: ReactNode
}

const filterOptions = clientFilters.map((filter) => ({ value: filter, label: filter }))

export function ClientList({ shown, onShow, callNext }: ClientListProps) {
  const { search = '', filter = 'All', sort = 'newest', page = 1 } = shown
  const read = useClients({ search, filter, sort, page })
  const load = useLoadState('client')
  // Until the first load has ended, an empty device does not mean that there are no clients.
  const clients = read?.onDevice === 0 && load !== 'known' ? undefined : read
  const isEmpty = clients?.onDevice === 0
  const deletion = useClientDeletion()

  function show(change: ClientListSearch, replace = false): void {
    onShow(readClientListSearch({ search, filter, sort, page: 1, ...change }), { replace })
  }

  return (
    <>
      <ListHeader
        title="Clients"
        count={clients === undefined ? '' : countLabel(clients, shown)}
        isEmpty={isEmpty}
        add={{ to: '/clients/new', icon: <UserPlusIcon />, label: 'Add New Client' }}
        search={{
          label: 'Search clients',
          placeholder: 'Search clients...',
          value: search,
          onSearch: (words) => show({ search: words }, true),
        }}
      >
        <Tools filter={filter} sort={sort} onShow={show} />
      </ListHeader>
      {search === '' && filter === 'All' && page === 1 && callNext}
      {read === undefined && <ClientsSkeleton />}
      {read !== undefined && read.items.length === 0 && (
        <NoClients
          isFiltered={read.onDevice > 0}
          load={load}
          shown={shown}
          onClear={() => onShow({}, { replace: false })}
        />
      )}
      {clients !== undefined && clients.items.length > 0 && (
        <section className={styles.clients} aria-label="Client list">
          {clients.items.map((client) => (
            <ClientCard key={client.key} client={client} onDelete={deletion.ask} />
          ))}
        </section>
      )}
      {clients !== undefined && (
        <Pagination
          page={clients.page}
          pageCount={clients.pageCount}
          onPageChange={(chosen) => show({ page: chosen })}
        />
      )}
      {deletion.dialog}
    </>
  )
}

type ToolsProps = Required<Pick<ClientListSearch, 'filter' | 'sort'>> & { onShow: (change: ClientListSearch) => void }

function Tools({ filter, sort, onShow }: ToolsProps) {
  const isByName = sort === 'name' || sort === 'name-reversed'
  return (
    <>
      <SegmentedFilter
        label="Category"
        options={filterOptions}
        value={filter}
        onChange={(chosen) => onShow({ filter: chosen })}
      />
      <SortButtons>
        <ToggleSort
          label="Date"
          direction={isByName ? undefined : sort === 'newest' ? 'descending' : 'ascending'}
          words={{ ascending: 'oldest first', descending: 'newest first' }}
          onClick={() => onShow({ sort: sort === 'newest' ? 'oldest' : 'newest' })}
        />
        <ToggleSort
          label="Name"
          direction={isByName ? (sort === 'name' ? 'ascending' : 'descending') : undefined}
          words={{ ascending: 'A to Z', descending: 'Z to A' }}
          onClick={() => onShow({ sort: sort === 'name' ? 'name-reversed' : 'name' })}
        />
      </SortButtons>
    </>
  )
}

function countLabel({ total, page, pageCount }: ClientsOnDevice, { search, filter }: ClientListSearch): string {
  const count = formatCount(total, 'client')
  const found = search !== undefined || filter !== undefined ? `${count} found` : count
  return pageCount > 1 ? `${found} · page ${page} of ${pageCount}` : found
}

type NoClientsProps = { isFiltered: boolean; load: LoadState; shown: ClientListSearch; onClear: () => void }

function NoClients({ isFiltered, load, shown, onClear }: NoClientsProps) {
  if (!isFiltered) {
    return (
      <NoDataState load={load} failure="Failed to load clients" what="Your clients" skeleton={<ClientsSkeleton />}>
        <EmptyState
          icon={<UsersIcon />}
          title="No clients found"
          action={
            <div className={styles.begin}>
              <Link to="/clients/new" className={buttonClass({ variant: 'primary' })}>
                <UserPlusIcon />
                Add New Client
              </Link>
              <Link to="/clients/import" className={buttonClass()}>
                Import Clients
              </Link>
            </div>
          }
        >
          Start by adding your first client! Or bring all of them from your phone or another program.
        </EmptyState>
      </NoDataState>
    )
  }
  const criteria = [shown.filter, shown.search && `“${shown.search}”`].filter(Boolean).join(', ')
  return (
    <EmptyState icon={<SearchNothingIcon />} title="No clients found" action={<Button onClick={onClear}>Clear</Button>}>
      Nobody matches {criteria}.
    </EmptyState>
  )
}

function ClientsSkeleton() {
  return (
    <div className={styles.clients} aria-hidden>
      {['a', 'b', 'c', 'd'].map((name) => (
        <Skeleton key={name} height={152} />
      ))}
    </div>
  )
}
