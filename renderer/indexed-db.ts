/** What a request to IndexedDB answers. */
export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** A database with one store; without options its keys are given. */
export const openStore = (name: string, store: string, options?: IDBObjectStoreParameters): Promise<IDBDatabase> => {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(store, options)
  return answered(opening)
}

/** On the disk when it has ended. */
export const writeTo = (
  database: IDBDatabase,
  store: string,
  write: (store: IDBObjectStore) => void,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error)
    write(transaction.objectStore(store))
    // Not when the page gets round to it: a page that is closed takes what is not committed along.
    transaction.commit()
  })
