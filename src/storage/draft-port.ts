import { deleteDraft, loadDraft, saveDraft } from './drafts.ts'

type WholeDraft<Values> = { opId: string; opened: Values; values: Values; savedAt: number }

/** Where one form of one agent keeps its draft; `agentId` is null before sign-in. */
export function draftPort<Values extends Record<string, unknown>>(agentId: string | null, formName: string) {
  return {
    load: async (): Promise<WholeDraft<Values> | null> => {
      const draft = await loadDraft(agentId, formName)
      if (draft?.opId === undefined || draft.opened === undefined) return null
      return draft as WholeDraft<Values>
    },
    save: (draft: WholeDraft<Values>): Promise<void> => saveDraft(agentId, formName, draft),
    delete: (): Promise<void> => deleteDraft(agentId, formName),
  }
}
