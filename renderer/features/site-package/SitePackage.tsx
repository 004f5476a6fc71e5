/** The site package of a job or of a project: one link, which the browser follows by itself, and whether it names people. */
import { useState } from 'react'
import { Checkbox } from 'react-aria-components'
import { BASE } from '../../api/client.ts'
import { useLocale } from '../../locale.tsx'

/** @param of `/jobs/…` or `/projects/…` */
export const SitePackage = ({ of, what }: { of: string; what: string }) => {
  const { t, language } = useLocale()
  const [people, setPeople] = useState(false)
  return (
    <>
      <p>
        <a href={`${BASE}${of}/site?language=${language}${people ? '&people=true' : ''}`} download>
          {t('result.site')}
        </a>{' '}
        <small className="quiet">{what}</small>
      </p>
      <Checkbox className="checkbox" isSelected={people} onChange={setPeople}>
        <span className="tick-box" aria-hidden="true" />
        <span>
          {t('result.sitePeople')}
          <small className="hint-line">{t('result.sitePeopleWhy')}</small>
        </span>
      </Checkbox>
    </>
  )
}
