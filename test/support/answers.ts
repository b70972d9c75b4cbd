/** An answer to a call of a tool, as `openApi` gives it. Loosely typed on purpose: tests look at whatever came. */
interface ToolAnswer {
  json: any;
  text: string;
}

/** The structured content; throws with what came where the call failed. */
export function contentOf(answer: ToolAnswer): any {
  return resultOf(answer).structuredContent;
}

/** The record of the call: its id, cost, balance and time. */
export function receiptOf(answer: ToolAnswer): any {
  return resultOf(answer)._meta['io.jobdata/receipt'];
}

/** How each answer was come by. */
export function provenanceOf(answer: ToolAnswer): any {
  return resultOf(answer)._meta['io.jobdata/provenance'];
}

/** What reviews say of an employer, one line for each theme. */
export function insightsOf(answer: ToolAnswer, name = 'Tesco'): string[] {
  return contentOf(answer)[name].insights;
}

function resultOf({ json, text }: ToolAnswer): any {
  if (!json?.result) throw new Error(text.slice(0, 500));
  return json.result;
}
