/** Line icons of our own, 20 x 20, in the colour of the text around them. They never carry meaning alone. */
const Icon = ({ children }: { children: React.ReactNode }) => (
  <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    {children}
  </svg>
)

export const PlusIcon = () => (
  <Icon>
    <path d="M10 4v12M4 10h12" />
  </Icon>
)
export const MinusIcon = () => (
  <Icon>
    <path d="M4 10h12" />
  </Icon>
)
export const HomeIcon = () => (
  <Icon>
    <path d="M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4" />
  </Icon>
)
export const BackgroundIcon = () => (
  <Icon>
    <path d="M10 3 3 6.5 10 10l7-3.5ZM3 10l7 3.5L17 10M3 13.5 10 17l7-3.5" />
  </Icon>
)
export const CloseIcon = () => (
  <Icon>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
)
export const MenuIcon = () => (
  <Icon>
    <path d="M3 6h14M3 10h14M3 14h14" />
  </Icon>
)
export const PolygonIcon = () => (
  <Icon>
    <path d="M4 7.5 11 3l5.5 6L13 16.5l-8-1.5Z" />
  </Icon>
)
export const RectangleIcon = () => (
  <Icon>
    <path d="M3.5 5.5h13v9h-13Z" />
  </Icon>
)
export const CorridorIcon = () => (
  <Icon>
    <path d="M3 12.5 8 7l9-1.5M4.5 16.5l5-5.5L17.5 9.5" />
  </Icon>
)
export const EditIcon = () => (
  <Icon>
    <path d="m4 16 .8-3.5L13 4.300 15.700 7l-8.200 8.200ZM11 6.300 13.700 9" />
  </Icon>
)
export const PasteIcon = () => (
  <Icon>
    <path d="M7 4H5v13h10V4h-2M7 3h6v3H7ZM8 10h4M8 13h4" />
  </Icon>
)
export const FileIcon = () => (
  <Icon>
    <path d="M5 3h6l4 4v10H5ZM11 3v4h4M10 14V9.5M8 11.5l2-2 2 2" />
  </Icon>
)
export const UndoIcon = () => (
  <Icon>
    <path d="M7 4 3.5 7.5 7 11M3.5 7.5h8a4.5 4.5 0 0 1 0 9H8" />
  </Icon>
)
export const RedoIcon = () => (
  <Icon>
    <path d="m13 4 3.5 3.5L13 11M16.5 7.5h-8a4.5 4.5 0 0 0 0 9H12" />
  </Icon>
)
export const TrashIcon = () => (
  <Icon>
    <path d="M4 6h12M8 6V4h4v2M5.5 6l.8 10.5h7.400L14.5 6" />
  </Icon>
)
export const WarningIcon = () => (
  <Icon>
    <path d="M10 3 2.5 16.5h15ZM10 8v4M10 14.200v.3" />
  </Icon>
)
export const DownloadIcon = () => (
  <Icon>
    <path d="M10 3v9M6.5 9 10 12.5 13.5 9M4 16.5h12" />
  </Icon>
)
export const SunIcon = () => (
  <Icon>
    <path d="M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 2v2M10 16v2M2 10h2M16 10h2M4.300 4.300l1.400 1.400M14.300 14.300l1.400 1.400M4.300 15.700l1.400-1.400M14.300 5.700l1.400-1.400" />
  </Icon>
)
export const MoonIcon = () => (
  <Icon>
    <path d="M15.5 12.5A6.5 6.5 0 0 1 7.5 4.5a6.5 6.5 0 1 0 8 8Z" />
  </Icon>
)
export const CalendarIcon = () => (
  <Icon>
    <path d="M4 5h12v11H4ZM4 8.5h12M7.5 3v3M12.5 3v3" />
  </Icon>
)
export const PreviousIcon = () => (
  <Icon>
    <path d="m12 5-5 5 5 5" />
  </Icon>
)
export const NextIcon = () => (
  <Icon>
    <path d="m8 5 5 5-5 5" />
  </Icon>
)
export const KeyIcon = () => (
  <Icon>
    <path d="M7 10.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM9.3 9.6l6.7 6.9M13.2 13.6l2-1.9" />
  </Icon>
)
