import type { AdvertMarks } from '../marks.ts';

export const findAnApprenticeship: AdvertMarks = {
  source: "links to adverts in public programs, among them the site's own",
  hosts: /^(?:www\.)?findapprenticeship\.service\.gov\.uk$/,
  advertPath: /^\/apprenticeship\/\w+/,
};
