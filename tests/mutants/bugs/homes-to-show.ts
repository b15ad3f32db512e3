import { bugsIn, type Mutant } from '../mutant.ts'

const everyCall = 'every call answers another agent as if the home did not exist'

/** Bugs in how the server stores homes to show. */
export const homesToShow: Mutant[] = [
  ...bugsIn({ tests: ['server/homes-to-show-privacy.test.ts'] }, [
    {
      does: 'Private homes are everybody’s.',
      file: 'server/properties/visible-property.ts',
      inside: 'isVisibleTo',
      find: '`(not ${',
      replace: '`(true or ${',
      title: everyCall,
    },
    {
      does: 'The feed says that another agent has a home to show.',
      file: 'server/sync/changes-repository.ts',
      inside: 'sharedChangesAfter',
      find: 'and listed_by is null',
      replace: '',
      title: everyCall,
    },
    {
      does: 'Another agent makes a door card for a private home.',
      file: 'server/door-cards/door-cards.ts',
      inside: 'doorCards',
      find: "isVisibleTo(agentId, 'needed')",
      replace: 'sql<boolean>`${agentId} > 0`',
      title: everyCall,
    },
    {
      does: 'A private home places those of other agents.',
      file: 'server/tours/server-place-finder.ts',
      inside: 'placeFinder',
      find: '.where(isVisibleTo(agentId))',
      replace: '',
      title: 'a home to show does not locate the homes of other agents',
    },
  ]),
  ...bugsIn({ tests: ['server/listings-returned-to-brokers.test.ts'] }, [
    {
      does: 'A home that another agent refers to becomes private.',
      file: 'server/properties/make-private.ts',
      inside: 'isOnlyHomeToShow',
      find: ' and agent_id <> ${agentId})`',
      replace: ' and agent_id < 0)`',
      title: 'a home that is given back stays shared',
    },
    {
      does: 'A private home is deleted for its own agent, too.',
      file: 'server/sync/changes-repository.ts',
      inside: 'sharedChangesAfter',
      find: 'properties.id = record_id and',
      replace: 'properties.id = -record_id and',
      title: 'a home that is given back to a broker is private again',
    },
  ]),
  ...bugsIn({ tests: ['server/homes-to-show.test.ts'] }, [
    {
      does: 'A home to show is offered to other agents.',
      file: 'server/listings/available-listing-record.ts',
      inside: 'isAvailable',
      find: 'listing.listed_by is null and',
      replace: '',
      title: 'a listing that another broker has taken over is deleted for other agents',
    },
    {
      does: 'A home to show counts as a listing.',
      file: 'server/accounts/agents-repository.ts',
      inside: 'dashboardStats',
      find: 'and listed_by is null',
      replace: '',
      title: 'is in the list of homes to show',
    },
    {
      does: 'A home that the agent lists stays private.',
      file: 'server/listings/listings-service.ts',
      inside: 'shareIfOwnListing',
      find: 'if (mustShare)',
      replace: 'if (!mustShare && listing.id < 0)',
      title: 'listing a private home shares it',
    },
    {
      does: 'The door card of a private home goes with it.',
      file: 'server/properties/replace-property.ts',
      inside: 'replaceProperty',
      find: 'await moveDoorCard(trx, context, { from, to })',
      replace: "await trx.deleteFrom('door_cards').where('property', '=', from).execute()",
      title: 'uses the catalog’s home at this address',
    },
  ]),
]
