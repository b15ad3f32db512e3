import { getRouteApi } from '@tanstack/react-router'
import { ListingListPage } from '#features/listings/list/listing-list-page.tsx'
import { readListingsSearch } from '#features/listings/list/listings-search.ts'

const route = getRouteApi('/workspace/my-listings')

export function MyListingsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ListingListPage
      search={search}
      onSearch={(next) => void navigate({ search: readListingsSearch(next), replace: true, resetScroll: false })}
    />
  )
}
