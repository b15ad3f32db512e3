import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { clientFilters } from '#core/domain/clients/client-filters.ts'
import { type ClientListSearch, clientListSearch } from '#core/domain/clients/client-list-search.ts'
import { NothingHere } from '#records/states/nothing-here.tsx'
import { type LoadState, useLoadState } from '#records/states/use-load-state.ts'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { SearchNothingIcon, UserPlusIcon, UsersIcon } from '#ui/icons/icon.tsx'
import { ListHead, Sorts } from '#ui/lists/list-head.tsx'
import { Pagination } from '#ui/lists/pagination.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import { Skeleton } from '#ui/lists/skeleton.tsx'
import { ToggleSort } from '#ui/lists/toggle-sort.tsx'
import { ClientCard } from './client-card.tsx'
import styles from './client-list.module.css'
import { useClients, type ClientsOnDevice } from './client-queries.ts'
import { useClientDeletion } from './use-client-deletion.ts'

type ClientListProps = {
  /** What the address asks for. */
  shown: ClientListSearch
  /** `replace` while somebody types, so that Back does not lead through every letter. */
  onShow: (shown: ClientListSearch, options: { replace: boolean }) => void
  /** Above the list while nothing is searched for. */
  callNext: ReactNode
}

const filterOptions = clientFilters.map((filter) => ({ value: filter, label: filter }))

/** The agent's clients: search, filter, order, ten a page. */
export function ClientList({ shown, onShow, callNext }: ClientListProps) {
  const { search = '', filter = 'All', sort = 'newest', page = 1 } = shown
  const read = useClients({ search, filter, sort, page })
  const load = useLoadState('client')
  // Nothing here yet does not mean that there is nothing, so nothing is counted before that is known.
  const clients = read?.onDevice === 0 && load !== 'known' ? undefined : read
  const isEmpty = clients?.onDevice === 0
  const deletion = useClientDeletion()

  function show(change: ClientListSearch, replace = false): void {
    // Another search, filter or order begins at its first page.
    onShow(clientListSearch({ search, filter, sort, page: 1, ...change }), { replace })
  }

  return (
    <>
      <ListHead
        title="Clients"
        count={clients === undefined ? '' : countInWords(clients, shown)}
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
      </ListHead>
      {search === '' && filter === 'All' && page === 1 && callNext}
      {read === undefined && <Waiting />}
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
      <Sorts>
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
      </Sorts>
    </>
  )
}

function countInWords({ total, page, pageCount }: ClientsOnDevice, { search, filter }: ClientListSearch): string {
  const count = total === 1 ? '1 client' : `${total.toLocaleString('en-US')} clients`
  const found = search !== undefined || filter !== undefined ? `${count} found` : count
  return pageCount > 1 ? `${found} · page ${page} of ${pageCount}` : found
}

type NoClientsProps = { isFiltered: boolean; load: LoadState; shown: ClientListSearch; onClear: () => void }

function NoClients({ isFiltered, load, shown, onClear }: NoClientsProps) {
  if (!isFiltered) {
    return (
      <NothingHere load={load} failure="Failed to load clients" what="Your clients" skeleton={<Waiting />}>
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
      </NothingHere>
    )
  }
  const asked = [shown.filter, shown.search && `“${shown.search}”`].filter(Boolean).join(', ')
  return (
    <EmptyState icon={<SearchNothingIcon />} title="No clients found" action={<Button onClick={onClear}>Clear</Button>}>
      Nobody matches {asked}.
    </EmptyState>
  )
}

function Waiting() {
  return (
    <div className={styles.clients} aria-hidden>
      {['a', 'b', 'c', 'd'].map((name) => (
        <Skeleton key={name} height={152} />
      ))}
    </div>
  )
}
