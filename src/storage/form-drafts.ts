import { deleteDraft, loadDraft, saveDraft } from './drafts.ts'

type FormText = Record<string, string | boolean>

/** What a form keeps of itself; the shape that `#ui/form` asks for. */
export type KeptForm<Values extends FormText> = { opId: string; opened: Values; values: Values; savedAt: number }

/** Where one form of one agent keeps its draft; `agentId` is null for forms before sign-in. */
export function formDrafts<Values extends FormText>(agentId: string | null, formName: string) {
  return {
    load: async (): Promise<KeptForm<Values> | null> => {
      const draft = await loadDraft(agentId, formName)
      // A draft without these was kept by something else; it cannot be laid over this form.
      if (draft?.opId === undefined || draft.opened === undefined) return null
      const { opId, opened, values, savedAt } = draft
      return { opId, opened: opened as Values, values: values as Values, savedAt }
    },
    save: (draft: KeptForm<Values>): Promise<void> => saveDraft(agentId, formName, draft),
    delete: (): Promise<void> => deleteDraft(agentId, formName),
  }
}
