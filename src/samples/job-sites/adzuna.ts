import type { Country } from '../../../schemas/index.ts';
import type { AdvertPay } from '../adverts/advert.ts';
import { isoDay, numberOf, type JobSite } from './job-site.ts';

/** Weeks and hours as the API makes years of them: it knows yearly figures alone. */
const A_YEAR: Readonly<Record<Country, Readonly<Record<AdvertPay['period'], number>>>> = {
  GB: { hour: 1_950, day: 260, week: 52, month: 12, year: 1 },
  FR: { hour: 1_820, day: 218, week: 52, month: 12, year: 1 },
};

function adzuna(country: Country): JobSite {
  const code = country.toLowerCase();
  const site = country === 'GB' ? 'https://www.adzuna.co.uk' : 'https://www.adzuna.fr';
  const played: JobSite = {
    code: `adzuna_${code}`,
    country,
    hosts: ['api.adzuna.com', new URL(site).hostname],
    readQuery: ({ url }) =>
      url.pathname.startsWith(`/v1/api/jobs/${code}/search/`) ? (url.searchParams.get('what') ?? '') : undefined,
    contentType: 'application/json',
    link: (advert) => `${site}/land/ad/${numberOf(advert)}`,
    writeResults: (adverts) => {
      const results = adverts.map((advert) => {
        const { pay } = advert;
        const yearly = (amount: number): number => Math.round(amount * A_YEAR[country][pay?.period ?? 'year']);
        return {
          id: String(numberOf(advert)),
          title: advert.title,
          description: advert.text,
          created: `${isoDay(advert)}T08:00:00Z`,
          redirect_url: played.link(advert),
          company: { display_name: advert.company },
          location: { display_name: advert.town },
          contract_type: advert.contract === 'permanent' ? 'permanent' : 'contract',
          contract_time: advert.hours,
          ...(pay
            ? {
                salary_min: yearly(pay.min),
                salary_max: yearly(pay.max),
                salary_is_predicted: pay.predicted ? '1' : '0',
              }
            : {}),
        };
      });
      return JSON.stringify({ count: results.length, results });
    },
  };
  return played;
}

export const ADZUNA: readonly JobSite[] = [adzuna('GB'), adzuna('FR')];
