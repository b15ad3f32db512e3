import { drawIcon } from './draw-icon.tsx'

// What My Listings draws, the screen that is opened most; apart from the rest, so that it loads no more.
// Its modules import from here, everything else from icon.tsx. Shapes and licence: see there.

export const ArrowDownIcon = /* @__PURE__ */ drawIcon('M12 5v14M19 12l-7 7-7-7')
export const ArrowUpIcon = /* @__PURE__ */ drawIcon('M5 12l7-7 7 7M12 19V5')
export const ArrowUpDownIcon = /* @__PURE__ */ drawIcon('M21 16l-4 4-4-4M17 20V4M3 8l4-4 4 4M7 4v16')
export const CheckIcon = /* @__PURE__ */ drawIcon('M20 6 9 17l-5-5')
export const ConflictIcon = /* @__PURE__ */ drawIcon(
  'M2 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM12 6h5a2 2 0 0 1 2 2v7M15 9l-3-3 3-3M16 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM12 18H7a2 2 0 0 1-2-2V9M9 15l3 3-3 3',
)
export const InfoIcon = /* @__PURE__ */ drawIcon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM12 16v-4M12 8h.01')
export const PauseIcon = /* @__PURE__ */ drawIcon(
  'M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1zM6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1z',
)
export const PencilIcon = /* @__PURE__ */ drawIcon(
  'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4',
)
export const PlusIcon = /* @__PURE__ */ drawIcon('M5 12h14M12 5v14')
export const SearchIcon = /* @__PURE__ */ drawIcon('M21 21l-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z')
export const TrashIcon = /* @__PURE__ */ drawIcon(
  'M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
)
