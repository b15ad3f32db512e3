/**
 * The icons of the product, one import each, so that a page only loads those it draws.
 * They decorate words and are hidden from screen readers; an icon alone needs an `IconButton` with its label.
 */
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import Camera from 'lucide-react/icons/camera'
import ChartColumn from 'lucide-react/icons/chart-column'
import ChartLine from 'lucide-react/icons/chart-line'
import Check from 'lucide-react/icons/check'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronsLeft from 'lucide-react/icons/chevrons-left'
import ChevronsRight from 'lucide-react/icons/chevrons-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Clock from 'lucide-react/icons/clock-4'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import GitCompareArrows from 'lucide-react/icons/git-compare-arrows'
import HardDriveDownload from 'lucide-react/icons/hard-drive-download'
import House from 'lucide-react/icons/house'
import HousePlus from 'lucide-react/icons/house-plus'
import ImageOff from 'lucide-react/icons/image-off'
import Inbox from 'lucide-react/icons/inbox'
import Info from 'lucide-react/icons/info'
import Key from 'lucide-react/icons/key-round'
import Layers from 'lucide-react/icons/layers'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Lock from 'lucide-react/icons/lock'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import Menu from 'lucide-react/icons/menu'
import Moon from 'lucide-react/icons/moon'
import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Phone from 'lucide-react/icons/phone'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Route from 'lucide-react/icons/route'
import Search from 'lucide-react/icons/search'
import SearchX from 'lucide-react/icons/search-x'
import Send from 'lucide-react/icons/send'
import ServerOff from 'lucide-react/icons/server-off'
import Settings from 'lucide-react/icons/settings'
import Share from 'lucide-react/icons/share'
import Sparkles from 'lucide-react/icons/sparkles'
import Star from 'lucide-react/icons/star'
import Trash from 'lucide-react/icons/trash-2'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Undo from 'lucide-react/icons/undo-2'
import UserPlus from 'lucide-react/icons/user-round-plus'
import Users from 'lucide-react/icons/users-round'
import X from 'lucide-react/icons/x'

export type IconProps = {
  /** Edge in px. */
  size?: number
  className?: string | undefined
}

function asIcon(Glyph: typeof House) {
  return function Icon({ size = 20, className }: IconProps) {
    return <Glyph size={size} className={className} aria-hidden focusable={false} />
  }
}

export const ArrowDownIcon = /* @__PURE__ */ asIcon(ArrowDown)
export const ArrowLeftIcon = /* @__PURE__ */ asIcon(ArrowLeft)
export const ArrowUpDownIcon = /* @__PURE__ */ asIcon(ArrowUpDown)
export const ArrowUpIcon = /* @__PURE__ */ asIcon(ArrowUp)
export const CameraIcon = /* @__PURE__ */ asIcon(Camera)
export const ChartColumnIcon = /* @__PURE__ */ asIcon(ChartColumn)
export const ChartLineIcon = /* @__PURE__ */ asIcon(ChartLine)
export const CheckIcon = /* @__PURE__ */ asIcon(Check)
export const ChevronLeftIcon = /* @__PURE__ */ asIcon(ChevronLeft)
export const ChevronRightIcon = /* @__PURE__ */ asIcon(ChevronRight)
export const CircleAlertIcon = /* @__PURE__ */ asIcon(CircleAlert)
export const CircleCheckIcon = /* @__PURE__ */ asIcon(CircleCheck)
export const ClipboardListIcon = /* @__PURE__ */ asIcon(ClipboardList)
export const ClockIcon = /* @__PURE__ */ asIcon(Clock)
export const CloseIcon = /* @__PURE__ */ asIcon(X)
export const CloudCheckIcon = /* @__PURE__ */ asIcon(CloudCheck)
export const CloudOffIcon = /* @__PURE__ */ asIcon(CloudOff)
export const ConflictIcon = /* @__PURE__ */ asIcon(GitCompareArrows)
export const CopyIcon = /* @__PURE__ */ asIcon(Copy)
export const DashboardIcon = /* @__PURE__ */ asIcon(LayoutDashboard)
export const DownloadIcon = /* @__PURE__ */ asIcon(Download)
export const EyeIcon = /* @__PURE__ */ asIcon(Eye)
export const EyeOffIcon = /* @__PURE__ */ asIcon(EyeOff)
export const FirstIcon = /* @__PURE__ */ asIcon(ChevronsLeft)
export const HouseIcon = /* @__PURE__ */ asIcon(House)
export const HousePlusIcon = /* @__PURE__ */ asIcon(HousePlus)
export const ImageOffIcon = /* @__PURE__ */ asIcon(ImageOff)
export const InboxIcon = /* @__PURE__ */ asIcon(Inbox)
export const InfoIcon = /* @__PURE__ */ asIcon(Info)
export const KeyIcon = /* @__PURE__ */ asIcon(Key)
export const LastIcon = /* @__PURE__ */ asIcon(ChevronsRight)
export const LayersIcon = /* @__PURE__ */ asIcon(Layers)
export const LockIcon = /* @__PURE__ */ asIcon(Lock)
export const LogInIcon = /* @__PURE__ */ asIcon(LogIn)
export const LogOutIcon = /* @__PURE__ */ asIcon(LogOut)
export const MailIcon = /* @__PURE__ */ asIcon(Mail)
export const MenuIcon = /* @__PURE__ */ asIcon(Menu)
export const MoonIcon = /* @__PURE__ */ asIcon(Moon)
export const NavigationCloseIcon = /* @__PURE__ */ asIcon(PanelLeftClose)
export const NavigationOpenIcon = /* @__PURE__ */ asIcon(PanelLeftOpen)
export const PauseIcon = /* @__PURE__ */ asIcon(Pause)
export const PencilIcon = /* @__PURE__ */ asIcon(Pencil)
export const PhoneIcon = /* @__PURE__ */ asIcon(Phone)
export const PlusIcon = /* @__PURE__ */ asIcon(Plus)
export const RefreshIcon = /* @__PURE__ */ asIcon(RefreshCw)
export const RouteIcon = /* @__PURE__ */ asIcon(Route)
export const SafeOnDeviceIcon = /* @__PURE__ */ asIcon(HardDriveDownload)
export const SearchIcon = /* @__PURE__ */ asIcon(Search)
export const SearchNothingIcon = /* @__PURE__ */ asIcon(SearchX)
export const SendIcon = /* @__PURE__ */ asIcon(Send)
export const ServerOffIcon = /* @__PURE__ */ asIcon(ServerOff)
export const SettingsIcon = /* @__PURE__ */ asIcon(Settings)
export const ShareIcon = /* @__PURE__ */ asIcon(Share)
export const SparklesIcon = /* @__PURE__ */ asIcon(Sparkles)
export const StarIcon = /* @__PURE__ */ asIcon(Star)
export const TrashIcon = /* @__PURE__ */ asIcon(Trash)
export const UndoIcon = /* @__PURE__ */ asIcon(Undo)
export const UserPlusIcon = /* @__PURE__ */ asIcon(UserPlus)
export const UsersIcon = /* @__PURE__ */ asIcon(Users)
export const WarningIcon = /* @__PURE__ */ asIcon(TriangleAlert)
