/** The site package of a job or of a project: one link, which the browser follows by itself, and whether it names people. */
import { useState } from 'react'
import { Checkbox, type CheckboxProps } from 'react-aria-components'
import { capital } from '../../../server/texts/texts.ts'
import { BASE } from '../../api/client.ts'
import { useLocale } from '../../locale.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'

/** Applicant and client are named when somebody asks for it. */
export const PeopleTick = ({ why, ...chosen }: { why: string } & Pick<CheckboxProps, 'isSelected' | 'onChange'>) => {
  const { t } = useLocale()
  return (
    <Checkbox className="checkbox" {...chosen}>
      <span className="tick-box" aria-hidden="true" />
      <span>
        {t('result.sitePeople')}
        <small className="hint-line">{why}</small>
      </span>
    </Checkbox>
  )
}

/**
 * @param of `/jobs/…` or `/projects/…`
 * @param children what goes to the site beside it
 */
export const SitePackage = ({ of, what, children }: { of: string; what: string; children?: React.ReactNode }) => {
  const { t, language } = useLocale()
  const [people, setPeople] = useState(false)
  return (
    <>
      <div className="downloads to-site">
        {children}
        <a className="act" href={`${BASE}${of}/site?language=${language}${people ? '&people=true' : ''}`} download>
          <DownloadIcon />
          <span>
            {capital(t('result.site'))}
            <small>{what}</small>
          </span>
        </a>
      </div>
      <PeopleTick why={t('result.sitePeopleWhy')} isSelected={people} onChange={setPeople} />
    </>
  )
}
