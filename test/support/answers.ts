/** Loosely typed on purpose, because tests read arbitrary members of an answer. */
interface ToolAnswer {
  json: any;
  text: string;
}

/** Throws with the beginning of the answer if the call failed. */
export function contentOf(answer: ToolAnswer): any {
  return resultOf(answer).structuredContent;
}

export function receiptOf(answer: ToolAnswer): any {
  return resultOf(answer)._meta['io.jobdata/receipt'];
}

export function provenanceOf(answer: ToolAnswer): any {
  return resultOf(answer)._meta['io.jobdata/provenance'];
}

export function insightsOf(answer: ToolAnswer, name = 'Tesco'): string[] {
  return contentOf(answer)[name].insights;
}

function resultOf({ json, text }: ToolAnswer): any {
  if (!json?.result) throw new Error(text.slice(0, 500));
  return json.result;
}
