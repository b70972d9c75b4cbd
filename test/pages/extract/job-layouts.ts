/** Thirty ways in which sites lay out one advert; each page has the same facts. */
export const FACTS = {
  title: 'Stock Controller',
  company: 'Ridgeway Tools',
  place: 'Hexham',
  pay: '£27,450',
  text: 'You will count what comes in and goes out, and keep the books of three stores in order',
};

const { title, company, place, pay, text } = FACTS;
const PAY = `${pay} a year`;
const TEXT = `<p>${text}, with a colleague who has done so for years.</p><p>We look for someone who likes figures, shelves and an early start. No two weeks are alike, and the van is warm.</p><ul><li>Counting stock, by hand and by scanner</li><li>Ordering what is short</li></ul><p>Write to us until the end of the month; we answer every letter, and we do not ask for a photograph.</p>`;
const HEADER = `<header class="site-header"><a href="/">Jobs North</a><nav><ul><li><a href="/jobs">Find jobs</a></li><li><a href="/cv">Upload your CV</a></li><li><a href="/help">Help</a></li></ul></nav></header>`;
const FOOTER = `<footer class="site-footer"><p>© Jobs North. <a href="/privacy">Privacy</a> <a href="/terms">Terms</a></p></footer>`;
const SIMILAR = `<section class="similar-jobs"><h2>Similar jobs</h2><ul><li><a href="/jobs/2">Warehouse Operative</a> £24,100 a year, Consett</li><li><a href="/jobs/3">Van Driver</a> £25,900 a year, Morpeth</li></ul></section>`;
const APPLY = '<a class="btn" href="/apply/1">Apply now</a>';

function page(main: string, head = '', attributes = ''): string {
  return `<!doctype html><html${attributes}><head><title>${title} | Jobs North</title>${head}</head><body>${HEADER}${main}${SIMILAR}${FOOTER}</body></html>`;
}

function jsonLd(fields: object): string {
  return `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'JobPosting', ...fields })}</script>`;
}

const POSTING = {
  title,
  hiringOrganization: { '@type': 'Organization', name: company },
  jobLocation: {
    '@type': 'Place',
    address: { '@type': 'PostalAddress', addressLocality: place, addressCountry: 'GB' },
  },
  baseSalary: {
    '@type': 'MonetaryAmount',
    currency: 'GBP',
    value: { '@type': 'QuantitativeValue', value: 27450, unitText: 'YEAR' },
  },
  description: TEXT,
};
const ROWS: [string, string][] = [
  ['Company', company],
  ['Location', place],
  ['Salary', PAY],
  ['Hours', 'Full time'],
];
const rows = (row: (label: string, value: string) => string): string =>
  ROWS.map(([label, value]) => row(label, value)).join('');

export interface Layout {
  name: string;
  html: string;
  /** True if a browser measured its layout. */
  rendered?: true;
}

export const LAYOUTS: Layout[] = [
  {
    name: 'a meta line under the heading',
    html: page(`<main><h1>${title}</h1><p class="meta">${company} · ${place} · ${PAY}</p>${TEXT}${APPLY}</main>`),
  },
  {
    name: 'a hero above the text',
    html: page(
      `<div class="hero"><div class="hero__inner"><h1>${title}</h1><span>${company}</span> <span>${place}</span> <span>${PAY}</span>${APPLY}</div></div><main><div class="description">${TEXT}</div></main>`,
    ),
  },
  {
    name: 'a header element before the article',
    html: page(
      `<header class="job-header"><h1>${title}</h1><p>${company}</p><p>${place}</p><p>${PAY}</p></header><article>${TEXT}</article>`,
    ),
  },
  {
    name: 'a header element without the heading',
    html: page(
      `<h1>${title}</h1><header class="job-head"><div>${company}</div><div>${place}</div><div>${PAY}</div></header><article>${TEXT}${APPLY}</article>`,
    ),
  },
  {
    name: 'an aside with a list of terms',
    html: page(
      `<main><article><h1>${title}</h1>${TEXT}</article><aside><dl>${rows((a, b) => `<dt>${a}</dt><dd>${b}</dd>`)}</dl>${APPLY}</aside></main>`,
    ),
  },
  {
    name: 'a sidebar beside the main element',
    html: page(
      `<main><h1>${title}</h1>${TEXT}</main><div class="sidebar"><ul>${rows((a, b) => `<li><strong>${a}</strong> ${b}</li>`)}</ul>${APPLY}</div>`,
    ),
  },
  {
    name: 'a table above the text',
    html: page(
      `<main><h1>${title}</h1><table>${rows((a, b) => `<tr><th>${a}</th><td>${b}</td></tr>`)}</table>${TEXT}${APPLY}</main>`,
    ),
  },
  {
    name: 'a list of terms below the text',
    html: page(
      `<main><h1>${title}</h1><div class="body">${TEXT}</div><dl class="details">${rows((a, b) => `<dt>${a}:</dt><dd>${b}</dd>`)}</dl>${APPLY}</main>`,
    ),
  },
  {
    name: 'boxes of label and value',
    html: page(
      `<div class="job"><h1>${title}</h1><div class="facts">${rows((a, b) => `<div class="fact"><span class="label">${a}</span><span class="value">${b}</span></div>`)}</div><div class="text">${TEXT}</div>${APPLY}</div>`,
    ),
  },
  {
    name: 'a summary box named as an advertisement',
    html: page(
      `<main><h1>${title}</h1><div class="card promo summary-widget">${rows((a, b) => `<p>${a}: ${b}</p>`)}</div><div>${TEXT}</div>${APPLY}</main>`,
    ),
  },
  {
    name: 'facts in a toolbar',
    html: page(
      `<main><h1>${title}</h1><section class="job-toolbar toolbar"><span>${company}</span><span> ${place}</span><span> ${PAY}</span></section>${TEXT}${APPLY}</main>`,
    ),
  },
  {
    name: 'facts in a form to apply',
    html: page(
      `<main><h1>${title}</h1>${TEXT}<form action="/apply/1"><dl>${rows((a, b) => `<dt>${a}</dt><dd>${b}</dd>`)}</dl><input type="text" name="name"><button>Apply now</button></form></main>`,
    ),
  },
  {
    name: 'a complementary region',
    html: page(
      `<main><h1>${title}</h1>${TEXT}</main><div role="complementary"><h2>Job summary</h2>${rows((a, b) => `<div>${a}: ${b}</div>`)}${APPLY}</div>`,
    ),
  },
  {
    name: 'a sticky column by id',
    html: page(
      `<div class="row"><div class="col-8"><h1>${title}</h1>${TEXT}</div><div class="col-4" id="job-sidebar"><p>${company}</p><p>${place}</p><p>${PAY}</p>${APPLY}</div></div>`,
    ),
  },
  {
    name: 'icons in an inline list',
    html: page(
      `<main><h1>${title}</h1><ul class="list-inline"><li><svg></svg>${company}</li><li><svg></svg>${place}</li><li><svg></svg>${PAY}</li></ul>${TEXT}${APPLY}</main>`,
    ),
  },
  {
    name: 'a tab that is not open',
    html: page(
      `<main><h1>${title}</h1><div role="tablist"><button role="tab" aria-controls="t1">About</button><button role="tab" aria-controls="t2">Facts</button></div><div role="tabpanel" id="t1">${TEXT}</div><div role="tabpanel" id="t2" hidden><p>Company: ${company}</p><p>Location: ${place}</p><p>Salary: ${PAY}</p></div>${APPLY}</main>`,
    ),
  },
  {
    name: 'details that are closed',
    html: page(
      `<main><h1>${title}</h1>${TEXT}<details><summary>The facts</summary><p>${company}, ${place}, ${PAY}</p></details>${APPLY}</main>`,
    ),
  },
  {
    name: 'a table for the layout',
    html: page(
      `<table width="100%"><tr><td><h1>${title}</h1>${TEXT}</td><td><table>${rows((a, b) => `<tr><td>${a}</td><td>${b}</td></tr>`)}</table>${APPLY}</td></tr></table>`,
    ),
  },
  {
    name: 'a footer of the article',
    html: page(
      `<main><article><h1>${title}</h1>${TEXT}<footer>${rows((a, b) => `<span>${a}: ${b}</span> `)}</footer></article>${APPLY}</main>`,
    ),
  },
  {
    name: 'facts beside the main element, above it',
    html: page(
      `<div class="banner"><h1>${title}</h1></div><div class="job-info">${rows((a, b) => `<div><b>${a}</b><div>${b}</div></div>`)}</div><main>${TEXT}${APPLY}</main>`,
    ),
  },
  {
    name: 'links to company and place',
    html: page(
      `<main><div class="job-meta-nav"><a href="/c/ridgeway">${company}</a> <a href="/l/hexham">${place}</a> <span class="badge">${PAY}</span></div><h1>${title}</h1>${TEXT}${APPLY}</main>`,
    ),
  },
  {
    name: 'microdata in a card',
    html: page(
      `<div itemscope itemtype="https://schema.org/JobPosting"><h1 itemprop="title">${title}</h1><div class="vcard"><span itemprop="hiringOrganization">${company}</span>, <span itemprop="jobLocation">${place}</span>, <span itemprop="baseSalary">${PAY}</span></div><div itemprop="description">${TEXT}</div></div>`,
    ),
  },
  {
    name: 'pay for the eye beside words for screen readers',
    html: page(
      `<main><h1>${title}</h1><p>${company}, ${place}</p><p><span class="sr-only">Pay: see below</span><span aria-hidden="true">${PAY}</span></p>${TEXT}${APPLY}</main>`,
    ),
  },
  {
    name: 'classes without meaning',
    html: page(
      `<div class="x1a"><div class="b7q"><div class="k2"><h1 class="z">${title}</h1><div class="p9"><div class="q1">${company}</div><div class="q1">${place}</div><div class="q1">${PAY}</div></div></div><div class="m4"><div class="w">${TEXT}</div></div></div></div>`,
    ),
  },
  {
    name: 'rendered, its layout marked',
    rendered: true,
    html: page(
      `<main><h1>${title}</h1><div class="hidden"><p>Company: ${company}</p><p>Location: ${place}</p><p>Salary: ${PAY}</p></div><p data-jobdata-layout="gone">Nothing to see.</p>${TEXT}${APPLY}</main>`,
      '',
      ' data-jobdata-layout="read"',
    ),
  },
  {
    name: 'rendered, faded in',
    html: page(
      `<main><div style="opacity:0;transform:translateY(20px)"><h1>${title}</h1><p>${company} – ${place} – ${PAY}</p>${TEXT}</div>${APPLY}</main>`,
    ),
  },
  { name: 'JSON-LD and a shell', html: page('<div id="app"></div>', jsonLd(POSTING)) },
  {
    name: 'JSON-LD, the text on the page',
    html: page(`<main><h1>${title}</h1>${TEXT}</main>`, jsonLd({ ...POSTING, description: 'A job.' })),
  },
  {
    name: 'JSON-LD without pay, which stands beside the text',
    html: page(
      `<main><h1>${title} (Days)</h1>${TEXT}</main><aside class="rail"><p>Salary</p><p>${PAY}</p><p>Location</p><p>${place}</p></aside>`,
      jsonLd({ ...POSTING, baseSalary: undefined }),
    ),
  },
  {
    name: 'JSON-LD with a maximum alone',
    html: page(
      `<main><h1>${title}</h1>${TEXT}</main>`,
      jsonLd({
        ...POSTING,
        baseSalary: { currency: 'GBP', value: { maxValue: '27450', unitText: 'ANNUAL' } },
      }),
    ),
  },
];
