/** The tools on a result, while there is one: pressed again, a tool is put down. */
import { Toolbar } from 'react-aria-components'
import { useLocale } from '../../../locale.tsx'
import { RESULT_TOOLS } from '../../../map/drawing/query.ts'
import { DistanceIcon, SectionIcon, SelectAreaIcon, SelectBoxIcon, SurfaceIcon } from '../../../ui/icons.tsx'
import { IconButton } from '../../../ui/parts.tsx'
import type { QueryTool } from './use-query-tool.ts'

const ICONS = {
  distance: DistanceIcon,
  surface: SurfaceIcon,
  selectBox: SelectBoxIcon,
  selectArea: SelectAreaIcon,
  section: SectionIcon,
} satisfies Record<(typeof RESULT_TOOLS)[number], React.ComponentType>

export const ResultTools = ({ onResult: { jobId, query, act } }: { onResult: QueryTool }) => {
  const { t } = useLocale()
  if (!jobId) return null
  return (
    <section className="result-tools-place" aria-label={t('asking.title')}>
      <Toolbar className="result-tools" aria-label={t('asking.title')}>
        {RESULT_TOOLS.map((tool) => {
          const Icon = ICONS[tool]
          const isHeld = query.tool === tool
          return (
            <IconButton
              key={tool}
              label={t(`asking.tools.${tool}`)}
              pressed={isHeld}
              onPress={() => act({ do: 'take', tool: isHeld ? null : tool })}
            >
              <Icon />
              <span className="tool-word">{t(`asking.short.${tool}`)}</span>
            </IconButton>
          )
        })}
      </Toolbar>
    </section>
  )
}
