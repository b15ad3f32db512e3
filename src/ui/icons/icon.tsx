/*
 * The shapes here, in first-page-icons.tsx, frame-icons.tsx and list-icons.tsx are Lucide's (lucide.dev, version 1.75.0),
 * each joined into one path: a third of the bytes of the package's own components, and one element an icon in a list of sixty cards.
 *
 * ISC License. Copyright (c) 2026 Lucide Icons and Contributors. Permission to use, copy, modify, and/or distribute
 * this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and
 * this permission notice appear in all copies. THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
 * WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE
 * AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM
 * LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF
 * OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
 */

import { drawIcon } from './draw-icon.tsx'

export {
  ChartLineIcon,
  CircleAlertIcon,
  CircleCheckIcon,
  ClipboardListIcon,
  ClockIcon,
  CloseIcon,
  LayersIcon,
  SparklesIcon,
} from './first-page-icons.tsx'
export {
  ArrowLeftIcon,
  ChartColumnIcon,
  CloudCheckIcon,
  CloudOffIcon,
  DashboardIcon,
  HouseIcon,
  HousePlusIcon,
  LogInIcon,
  MenuIcon,
  NavigationCloseIcon,
  NavigationOpenIcon,
  RefreshIcon,
  RouteIcon,
  SearchNothingIcon,
  SettingsIcon,
  SunIcon,
  UsersIcon,
  WarningIcon,
} from './frame-icons.tsx'
export {
  ArrowDownIcon,
  ArrowUpIcon,
  ArrowUpDownIcon,
  CheckIcon,
  ConflictIcon,
  InfoIcon,
  PauseIcon,
  PencilIcon,
  PlusIcon,
  SearchIcon,
  TrashIcon,
} from './list-icons.tsx'
export type { IconProps } from './draw-icon.tsx'

export const CameraIcon = /* @__PURE__ */ drawIcon(
  'M13.997 4a2 2 0 0 1 1.76 1.05l.486.9A2 2 0 0 0 18.003 7H20a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h1.997a2 2 0 0 0 1.759-1.048l.489-.904A2 2 0 0 1 10.004 4zM9 13a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
)
export const CalendarIcon = /* @__PURE__ */ drawIcon(
  'M8 2v4M16 2v4M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM3 10h18',
)
export const CarIcon = /* @__PURE__ */ drawIcon(
  'M19 17h2c.6 0 1-.4 1-1v-3c0-.9-.7-1.7-1.5-1.9C18.7 10.6 16 10 16 10s-1.3-1.4-2.2-2.3c-.5-.4-1.1-.7-1.8-.7H5c-.6 0-1.1.4-1.4.9l-1.4 2.9A3.7 3.7 0 0 0 2 12v4c0 .6.4 1 1 1h2M5 17a2 2 0 1 0 4 0a2 2 0 1 0 -4 0zM9 17h6M15 17a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z',
)
export const ChevronDownIcon = /* @__PURE__ */ drawIcon('M6 9l6 6 6-6')
export const ChevronLeftIcon = /* @__PURE__ */ drawIcon('M15 18l-6-6 6-6')
export const ChevronRightIcon = /* @__PURE__ */ drawIcon('M9 18l6-6-6-6')
export const CopyIcon = /* @__PURE__ */ drawIcon(
  'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2zM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
)
export const DownloadIcon = /* @__PURE__ */ drawIcon('M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5')
export const EyeIcon = /* @__PURE__ */ drawIcon(
  'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
)
export const FirstIcon = /* @__PURE__ */ drawIcon('M11 17l-5-5 5-5M18 17l-5-5 5-5')
export const ImageOffIcon = /* @__PURE__ */ drawIcon(
  'M2 2L22 22M10.41 10.41a2 2 0 1 1-2.83-2.83M13.5 13.5L6 21M18 12L21 15M3.59 3.59A1.99 1.99 0 0 0 3 5v14a2 2 0 0 0 2 2h14c.55 0 1.052-.22 1.41-.59M21 15V5a2 2 0 0 0-2-2H9',
)
export const InboxIcon = /* @__PURE__ */ drawIcon(
  'M22 12 16 12 14 15 10 15 8 12 2 12M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z',
)
export const KeyIcon = /* @__PURE__ */ drawIcon(
  'M15.5 7.5l2.3 2.3a1 1 0 0 0 1.4 0l2.1-2.1a1 1 0 0 0 0-1.4L19 4M21 2l-9.6 9.6M13 15.5a5.5 5.5 0 1 1-11 0a5.5 5.5 0 1 1 11 0z',
)
export const LastIcon = /* @__PURE__ */ drawIcon('M6 17l5-5-5-5M13 17l5-5-5-5')
export const LockIcon = /* @__PURE__ */ drawIcon(
  'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-7a2 2 0 0 1 2 -2zM7 11V7a5 5 0 0 1 10 0v4',
)
export const LogOutIcon = /* @__PURE__ */ drawIcon('M16 17l5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4')
export const MailIcon = /* @__PURE__ */ drawIcon(
  'M22 7l-8.991 5.727a2 2 0 0 1-2.009 0L2 7M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2z',
)
export const PhoneIcon = /* @__PURE__ */ drawIcon(
  'M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384',
)
export const PrinterIcon = /* @__PURE__ */ drawIcon(
  'M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6M7 14h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1z',
)
export const SafeOnDeviceIcon = /* @__PURE__ */ drawIcon(
  'M12 2v8M16 6l-4 4-4-4M4 14h16a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2zM6 18h.01M10 18h.01',
)
export const SendIcon = /* @__PURE__ */ drawIcon(
  'M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11zM21.854 2.147l-10.94 10.939',
)
export const ShareIcon = /* @__PURE__ */ drawIcon('M12 2v13M16 6l-4-4-4 4M4 12v8a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8')
export const UndoIcon = /* @__PURE__ */ drawIcon(
  'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11',
)
export const UserPlusIcon = /* @__PURE__ */ drawIcon(
  'M2 21a8 8 0 0 1 13.292-6M5 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM19 16v6M22 19h-6',
)
