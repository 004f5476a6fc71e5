/** The icons of this window, named for what they mean here. They never carry meaning alone. */
import {
  ArrowDownUp,
  BoxSelect,
  CalendarDays,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  Circle,
  ClipboardPaste,
  Combine,
  createLucideIcon,
  Download,
  Ellipsis,
  FileUp,
  Lasso,
  LassoSelect,
  Layers,
  ListFilter,
  Locate,
  LocateFixed,
  type LucideIcon,
  Magnet,
  Maximize,
  Menu,
  Minus,
  Moon,
  Move,
  Pentagon,
  Phone,
  Plus,
  Redo2,
  Route,
  Ruler,
  Scissors,
  Search,
  Settings,
  SplitSquareHorizontal,
  SquareDashed,
  SquarePen,
  Sun,
  Table2,
  Trash2,
  TriangleAlert,
  Undo2,
  X,
} from 'lucide-react'

const icon = (Glyph: LucideIcon) => () => <Glyph className="icon" size={20} strokeWidth={1.6} aria-hidden="true" />

export const TableIcon = icon(Table2)
export const FilterIcon = icon(ListFilter)
export const OrderIcon = icon(ArrowDownUp)
export const PlusIcon = icon(Plus)
export const MinusIcon = icon(Minus)
export const HomeIcon = icon(Maximize)
export const HereIcon = icon(LocateFixed)
export const BackgroundIcon = icon(Layers)
export const CloseIcon = icon(X)
export const FoldIcon = icon(ChevronDown)
export const UnfoldIcon = icon(ChevronUp)
export const MenuIcon = icon(Menu)
export const MoreIcon = icon(Ellipsis)
export const PolygonIcon = icon(Pentagon)
export const RectangleIcon = icon(SquareDashed)
export const CorridorIcon = icon(Route)
export const EditIcon = icon(SquarePen)
export const PasteIcon = icon(ClipboardPaste)
export const FileIcon = icon(FileUp)
export const UndoIcon = icon(Undo2)
export const RedoIcon = icon(Redo2)
export const TrashIcon = icon(Trash2)
export const WarningIcon = icon(TriangleAlert)
export const DownloadIcon = icon(Download)
export const SunIcon = icon(Sun)
export const MoonIcon = icon(Moon)
export const CalendarIcon = icon(CalendarDays)
export const PreviousIcon = icon(ChevronLeft)
export const NextIcon = icon(ChevronRight)
export const SettingsIcon = icon(Settings)
export const CircleIcon = icon(Circle)
export const FreehandIcon = icon(Lasso)
export const CutIcon = icon(Scissors)
export const SplitIcon = icon(SplitSquareHorizontal)
export const SnapIcon = icon(Magnet)
export const MoveIcon = icon(Move)
export const JoinIcon = icon(Combine)
export const SearchIcon = icon(Search)
export const LookIcon = icon(Locate)
export const DistanceIcon = icon(Ruler)
/** A square, and from corner to corner of it. */
export const SurfaceIcon = icon(
  createLucideIcon('surface', [
    ['rect', { x: 3, y: 3, width: 18, height: 18, rx: 2, key: 'square' }],
    ['path', { d: 'm8 16 8-8M12 8h4v4M8 12v4h4', key: 'arrows' }],
  ]),
)
export const SelectBoxIcon = icon(BoxSelect)
export const SelectAreaIcon = icon(LassoSelect)
export const PhoneIcon = icon(Phone)
/** The surface of the ground, and two that lie below it. */
export const SectionIcon = icon(
  createLucideIcon('section', [
    ['path', { d: 'M2 7h4l3-2h6l3 2h4', key: 'surface' }],
    ['circle', { cx: 8, cy: 14, r: 2.5, key: 'near' }],
    ['circle', { cx: 16, cy: 17, r: 2.5, key: 'deep' }],
  ]),
)
