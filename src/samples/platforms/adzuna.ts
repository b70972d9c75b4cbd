import type { Country } from '../../../schemas/index.ts';
import type { AdvertPay } from '../adverts/advert.ts';
import { isoDay, numberOf, type SamplePlatform } from './sample-platform.ts';

/** Factors that turn pay for a period into yearly pay. Adzuna's API states all pay as yearly. */
const A_YEAR: Readonly<Record<Country, Readonly<Record<AdvertPay['period'], number>>>> = {
  GB: { hour: 1_950, day: 260, week: 52, month: 12, year: 1 },
  FR: { hour: 1_820, day: 218, week: 52, month: 12, year: 1 },
};

function adzuna(country: Country): SamplePlatform {
  return {
    code: `adzuna_${country.toLowerCase()}`,
    country,
    changed: 'the answer is not the JSON that was expected',
    statesTotal: 'always',
    link: (advert) => `https://www.adzuna.${country === 'GB' ? 'co.uk' : 'fr'}/land/ad/${numberOf(advert)}`,
    toListing: (advert) => {
      const { pay, contract } = advert;
      const yearly = (amount: number): number => Math.round(amount * A_YEAR[country][pay?.period ?? 'year']);
      const currency = country === 'GB' ? 'GBP' : 'EUR';
      return {
        id: String(numberOf(advert)),
        location: advert.town,
        description: advert.text,
        ...(contract === 'permanent' ? {} : { isForTime: true }),
        termsText: `${advert.hours} ${contract === 'permanent' ? 'permanent' : 'contract'}`,
        postedText: `${isoDay(advert)}T08:00:00Z`,
        ...(pay?.predicted ? { salaryPredicted: true } : {}),
        ...(pay ? { salary: { min: yearly(pay.min), max: yearly(pay.max), period: 'year', currency } } : {}),
      };
    },
  };
}

export const ADZUNA: readonly SamplePlatform[] = [adzuna('GB'), adzuna('FR')];
