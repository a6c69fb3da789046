// Command client-go uses the server as programs with client-go do: typed and dynamic clients, retries, pages, watches,
// an informer and an election of a leader.
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/pager"
	"k8s.io/client-go/util/retry"

	"coxswain.test/client-go/steps"
)

var (
	ctx       = context.Background()
	namespace = os.Getenv("COXSWAIN_NAMESPACE")
)

func main() {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		panic(err)
	}
	// what is tested is the server's answer, not the client's patience
	config.QPS, config.Burst = 1000, 1000
	clientset := kubernetes.NewForConfigOrDie(config)

	steps.Run("discovery", func() error { return discovery(clientset) })
	steps.Run("namespace", func() error { return createNamespace(clientset) })
	steps.Run("create, read, AlreadyExists, NotFound", func() error { return createAndRead(clientset) })
	steps.Run("a stale update is a conflict", func() error { return staleUpdate(clientset) })
	steps.Run("retry.RetryOnConflict loses nothing", func() error { return countTogether(clientset) })
	steps.Run("patches and apply", func() error { return patchAndApply(clientset) })
	steps.Run("dynamic client", func() error { return useDynamic(config) })
	steps.Run("list in pages", func() error { return listInPages(clientset) })
	steps.Run("watch from a list", func() error { return watchFromList(clientset) })
	steps.Run("informer", func() error { return follow(clientset) })
	steps.Run("leader election", func() error { return elect(clientset) })
	steps.Run("delete a collection and the namespace", func() error { return deleteAll(clientset) })
}

func discovery(c *kubernetes.Clientset) error {
	_, lists, err := c.Discovery().ServerGroupsAndResources()
	if err != nil {
		return err
	}
	for _, list := range lists {
		for _, resource := range list.APIResources {
			if list.GroupVersion == "v1" && resource.Name == "configmaps" {
				return nil
			}
		}
	}
	return fmt.Errorf("v1/configmaps was not discovered")
}

func createNamespace(c *kubernetes.Clientset) error {
	_, err := c.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}, metav1.CreateOptions{})
	return err
}

func configMap(name string, data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}, Data: data}
}

func createAndRead(c *kubernetes.Clientset) error {
	maps := c.CoreV1().ConfigMaps(namespace)
	made, err := maps.Create(ctx, configMap("game", map[string]string{"level": "1"}), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	read, err := maps.Get(ctx, "game", metav1.GetOptions{})
	if err != nil {
		return err
	}
	if read.UID != made.UID || read.ResourceVersion != made.ResourceVersion || read.Data["level"] != "1" {
		return fmt.Errorf("read %+v, made %+v", read, made)
	}
	_, err = maps.Create(ctx, configMap("game", nil), metav1.CreateOptions{})
	if !apierrors.IsAlreadyExists(err) {
		return fmt.Errorf("a second create: %v", err)
	}
	_, err = maps.Get(ctx, "none", metav1.GetOptions{})
	return steps.Expect(apierrors.IsNotFound(err), "a get of what is not there: %v", err)
}

func staleUpdate(c *kubernetes.Clientset) error {
	maps := c.CoreV1().ConfigMaps(namespace)
	old, err := maps.Get(ctx, "game", metav1.GetOptions{})
	if err != nil {
		return err
	}
	changed := old.DeepCopy()
	changed.Data["level"] = "2"
	if _, err = maps.Update(ctx, changed, metav1.UpdateOptions{}); err != nil {
		return err
	}
	old.Data["level"] = "0"
	_, err = maps.Update(ctx, old, metav1.UpdateOptions{})
	if !apierrors.IsConflict(err) {
		return fmt.Errorf("a stale update: %v", err)
	}
	now, err := maps.Get(ctx, "game", metav1.GetOptions{})
	if err != nil {
		return err
	}
	return steps.Expect(now.Data["level"] == "2", "the refused update left level %q", now.Data["level"])
}

const (
	writers = 8
	each    = 10
)

func countTogether(c *kubernetes.Clientset) error {
	maps := c.CoreV1().ConfigMaps(namespace)
	if _, err := maps.Create(ctx, configMap("count", map[string]string{"n": "0"}), metav1.CreateOptions{}); err != nil {
		return err
	}
	backoff := retry.DefaultBackoff
	backoff.Steps = 100
	errs := make(chan error, writers)
	var group sync.WaitGroup
	for range writers {
		group.Go(func() {
			for range each {
				if err := retry.RetryOnConflict(backoff, func() error { return countOn(c) }); err != nil {
					errs <- err
				}
			}
		})
	}
	group.Wait()
	close(errs)
	for err := range errs {
		return err
	}
	counted, err := maps.Get(ctx, "count", metav1.GetOptions{})
	if err != nil {
		return err
	}
	return steps.Expect(counted.Data["n"] == strconv.Itoa(writers*each), "%d writers of %d counted to %s", writers, each, counted.Data["n"])
}

func countOn(c *kubernetes.Clientset) error {
	maps := c.CoreV1().ConfigMaps(namespace)
	it, err := maps.Get(ctx, "count", metav1.GetOptions{})
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(it.Data["n"])
	if err != nil {
		return err
	}
	it.Data["n"] = strconv.Itoa(n + 1)
	_, err = maps.Update(ctx, it, metav1.UpdateOptions{})
	return err
}

func patchAndApply(c *kubernetes.Clientset) error {
	maps := c.CoreV1().ConfigMaps(namespace)
	patches := []struct {
		kind types.PatchType
		text string
	}{
		{types.MergePatchType, `{"data":{"merge":"1"}}`},
		{types.StrategicMergePatchType, `{"data":{"strategic":"1"}}`},
		{types.JSONPatchType, `[{"op":"add","path":"/data/json","value":"1"}]`},
	}
	for _, patch := range patches {
		if _, err := maps.Patch(ctx, "game", patch.kind, []byte(patch.text), metav1.PatchOptions{}); err != nil {
			return fmt.Errorf("%s: %w", patch.kind, err)
		}
	}
	wanted := applycorev1.ConfigMap("game", namespace).WithData(map[string]string{"lives": "3"})
	applied, err := maps.Apply(ctx, wanted, metav1.ApplyOptions{FieldManager: "first"})
	if err != nil {
		return err
	}
	for _, key := range []string{"merge", "strategic", "json", "lives"} {
		if applied.Data[key] == "" {
			return fmt.Errorf("%s is missing in %v", key, applied.Data)
		}
	}
	rival := applycorev1.ConfigMap("game", namespace).WithData(map[string]string{"lives": "4"})
	_, err = maps.Apply(ctx, rival, metav1.ApplyOptions{FieldManager: "second"})
	if !apierrors.IsConflict(err) {
		return fmt.Errorf("an apply of what another manager owns: %v", err)
	}
	_, err = maps.Apply(ctx, rival, metav1.ApplyOptions{FieldManager: "second", Force: true})
	return err
}

func useDynamic(config *rest.Config) error {
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	leases := client.Resource(schema.GroupVersionResource{Group: "coordination.k8s.io", Version: "v1", Resource: "leases"}).Namespace(namespace)
	lease := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "coordination.k8s.io/v1",
		"kind":       "Lease",
		"metadata":   map[string]any{"name": "dynamic"},
		"spec":       map[string]any{"holderIdentity": "me", "leaseDurationSeconds": int64(15)},
	}}
	if _, err = leases.Create(ctx, lease, metav1.CreateOptions{}); err != nil {
		return err
	}
	read, err := leases.Get(ctx, "dynamic", metav1.GetOptions{})
	if err != nil {
		return err
	}
	seconds, _, err := unstructured.NestedInt64(read.Object, "spec", "leaseDurationSeconds")
	if err != nil {
		return err
	}
	return steps.Expect(seconds == 15, "leaseDurationSeconds is %d", seconds)
}

func listInPages(c *kubernetes.Clientset) error {
	maps := c.CoreV1().ConfigMaps(namespace)
	for i := range 25 {
		page := configMap(fmt.Sprintf("page-%02d", i), nil)
		page.Labels = map[string]string{"in": "pages"}
		if _, err := maps.Create(ctx, page, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	pages := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		return maps.List(ctx, options)
	})
	pages.PageSize = 10
	seen := 0
	err := pages.EachListItem(ctx, metav1.ListOptions{LabelSelector: "in=pages"}, func(runtime.Object) error {
		seen++
		return nil
	})
	if err != nil {
		return err
	}
	return steps.Expect(seen == 25, "%d of 25 objects were listed", seen)
}

func watchFromList(c *kubernetes.Clientset) error {
	maps := c.CoreV1().ConfigMaps(namespace)
	list, err := maps.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	// written before the watch begins, after the list: must not be missed
	if _, err = maps.Create(ctx, configMap("between", nil), metav1.CreateOptions{}); err != nil {
		return err
	}
	events, err := maps.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
	if err != nil {
		return err
	}
	defer events.Stop()
	if err = maps.Delete(ctx, "between", metav1.DeleteOptions{}); err != nil {
		return err
	}
	for _, wanted := range []watch.EventType{watch.Added, watch.Deleted} {
		event, err := steps.Within(events.ResultChan(), string(wanted))
		if err != nil {
			return err
		}
		object, isMap := event.Object.(*corev1.ConfigMap)
		if event.Type != wanted || !isMap || object.Name != "between" {
			return fmt.Errorf("%s of between was expected, not %s of %v", wanted, event.Type, event.Object)
		}
	}
	return nil
}

func follow(c *kubernetes.Clientset) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	factory := informers.NewSharedInformerFactoryWithOptions(c, 0, informers.WithNamespace(namespace))
	maps := factory.Core().V1().ConfigMaps()
	changes := make(chan string, 100)
	_, err := maps.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(_, now any) { changes <- now.(*corev1.ConfigMap).Data["level"] },
	})
	if err != nil {
		return err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), maps.Informer().HasSynced) {
		return fmt.Errorf("the cache did not sync")
	}
	cached, err := maps.Lister().ConfigMaps(namespace).Get("game")
	if err != nil {
		return err
	}
	changed := cached.DeepCopy()
	changed.Data["level"] = "seen"
	if _, err = c.CoreV1().ConfigMaps(namespace).Update(ctx, changed, metav1.UpdateOptions{}); err != nil {
		return err
	}
	level, err := steps.Within(changes, "an update in the informer")
	if err != nil {
		return err
	}
	return steps.Expect(level == "seen", "the informer saw level %q", level)
}

func elect(c *kubernetes.Clientset) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	leaders := make(chan string, 10)
	stopped := make(chan string, 10)
	run := func(ctx context.Context, identity string) {
		leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
			Lock: &resourcelock.LeaseLock{
				LeaseMeta:  metav1.ObjectMeta{Name: "leader", Namespace: namespace},
				Client:     c.CoordinationV1(),
				LockConfig: resourcelock.ResourceLockConfig{Identity: identity},
			},
			ReleaseOnCancel: true,
			LeaseDuration:   3 * time.Second,
			RenewDeadline:   2 * time.Second,
			RetryPeriod:     200 * time.Millisecond,
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: func(context.Context) { leaders <- identity },
				OnStoppedLeading: func() { stopped <- identity },
			},
		})
	}
	firstCtx, endFirst := context.WithCancel(ctx)
	go run(firstCtx, "first")
	leader, err := steps.Within(leaders, "a first leader")
	if err != nil {
		return err
	}
	go run(ctx, "second")
	endFirst()
	if _, err = steps.Within(stopped, "the end of the first leader"); err != nil {
		return err
	}
	next, err := steps.Within(leaders, "a second leader")
	if err != nil {
		return err
	}
	return steps.Expect(leader == "first" && next == "second", "leaders were %s and %s", leader, next)
}

func deleteAll(c *kubernetes.Clientset) error {
	maps := c.CoreV1().ConfigMaps(namespace)
	if err := maps.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "in=pages"}); err != nil {
		return err
	}
	left, err := maps.List(ctx, metav1.ListOptions{LabelSelector: "in=pages"})
	if err != nil {
		return err
	}
	if len(left.Items) > 0 {
		return fmt.Errorf("%d objects are left", len(left.Items))
	}
	gone, err := c.CoreV1().Namespaces().Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + namespace})
	if err != nil {
		return err
	}
	defer gone.Stop()
	if err = c.CoreV1().Namespaces().Delete(ctx, namespace, metav1.DeleteOptions{}); err != nil {
		return err
	}
	for {
		event, err := steps.Within(gone.ResultChan(), "the end of the namespace")
		if err != nil || event.Type == watch.Deleted {
			return err
		}
	}
}
