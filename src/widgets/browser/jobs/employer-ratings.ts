import { CALL_PRICES } from '../../shared/document-prices.ts';
import { callButton } from '../call-button.ts';
import { h, plain } from '../dom.ts';
import type { Host } from '../host.ts';
import { membersOf, type Unknown } from '../message.ts';
import { structuredOf } from '../host.ts';
import { employerView } from '../reputation/employer.ts';
import { readReputation } from '../reputation/read-reputation.ts';
import type { WidgetTexts } from '../texts.ts';
import { costOf } from '../widget.ts';
import type { ShownJob } from './read-jobs.ts';
import { jobsTexts } from './texts.ts';

const LONGEST_NAME = 200;

/**
 * An employer is looked up when a button is pressed, and not again after a result. The rating is then shown with all
 * jobs of the employer.
 */
export class EmployerRatings {
  readonly #results = new Map<string, Unknown>();
  readonly #host: Host;
  #t: WidgetTexts;
  readonly #country: string;
  readonly #places = new Map<string, Set<HTMLElement>>();

  constructor(host: Host, t: WidgetTexts, country: string) {
    this.#host = host;
    this.#t = t;
    this.#country = country;
  }

  /** Shows the employer's rating or a button to look it up. Returns undefined if the name is missing or too long. */
  viewOf({ company }: ShownJob): HTMLElement | undefined {
    const name = plain(company, LONGEST_NAME);
    if (name === '' || name.endsWith('…')) return undefined;
    const place = h('div', { class: 'employer-ratings' });
    const places = this.#places.get(name) ?? new Set();
    this.#places.set(name, places.add(place));
    place.append(this.#contentOf(name));
    return place;
  }

  /** Does not change the texts of existing elements. */
  setTexts(t: WidgetTexts): void {
    this.#t = t;
  }

  clear(): void {
    this.#places.clear();
  }

  #contentOf(name: string): HTMLElement {
    const texts = jobsTexts(this.#t);
    const result = this.#results.get(name);
    if (result) return this.#figures(name, result);
    const price = this.#t.credits(
      this.#t.number(CALL_PRICES.reputationStored),
      this.#t.number(CALL_PRICES.reputationFresh),
    );
    return callButton({
      host: this.#host,
      t: this.#t,
      label: texts.ratings(price),
      busy: texts.ratingsBusy,
      tool: 'get_reputation',
      args: { company_names: [name], country: this.#country },
      onResult: (given) => {
        this.#results.set(name, given);
        for (const place of this.#places.get(name) ?? []) {
          const hadFocus = place.contains(document.activeElement);
          const figures = this.#figures(name, given);
          place.replaceChildren(figures);
          if (hadFocus) figures.focus();
        }
        this.#tellModel();
      },
    });
  }

  #figures(name: string, result: Unknown): HTMLElement {
    const [employer] = readReputation(structuredOf(result) ?? {}, membersOf(result['_meta'])) ?? [];
    const spent = costOf(result);
    return h(
      'div',
      { class: 'ratings', tabindex: '-1', role: 'group', 'aria-label': name },
      ...(employer
        ? employerView(employer, { host: this.#host, t: this.#t })
        : [h('p', { class: 'soft' }, jobsTexts(this.#t).noRatings)]),
      spent && h('p', { class: 'hint' }, this.#t.cost(this.#t.number(spent.cost), this.#t.number(spent.balance))),
    );
  }

  /** Sends all ratings to the model, which does not see calls made by a document. Each update replaces the last one. */
  #tellModel(): void {
    const figures = Object.assign({}, ...[...this.#results.values()].map(structuredOf)) as object;
    const text = JSON.stringify({ get_reputation: figures, asked_for: [...this.#results.keys()] });
    this.#host.request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => undefined);
  }
}
