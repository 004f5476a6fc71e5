/** What a page behind a link for the site says of itself: its script writes a number or a moment for each `#`. */
import { type Language, translate } from '../../../texts/texts.ts'

export const linkWords = (language: Language) => {
  const t = translate(language)
  return {
    kept: t('siteLink.kept', { at: '#' }),
    keeping: t('siteLink.keeping'),
    unkept: t('siteLink.unkept'),
    failed: t('siteLink.failed'),
    offline: t('siteLink.offline', { at: '#' }),
    outdated: t('siteLink.outdated'),
    newer: t('siteLink.newer', { revision: '#' }),
    open: t('siteLink.open'),
    past: t('siteLink.past', { until: '#' }),
    seenToday: t('digging.seenToday'),
    seen: t('siteLink.seen'),
    gone: { title: t('siteLink.gone.title'), why: t('siteLink.gone.why') },
  }
}
